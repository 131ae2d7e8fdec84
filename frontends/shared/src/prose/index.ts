export { Prose } from "./Prose";
