export { inBrowser } from "./kept";
