export { LookSettings } from "./LookSettings";
