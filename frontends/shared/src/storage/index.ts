export { inBrowser, inTab } from "./kept";
