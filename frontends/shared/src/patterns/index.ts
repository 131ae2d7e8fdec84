export { Form } from "./Form";
