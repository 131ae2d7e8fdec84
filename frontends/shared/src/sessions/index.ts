export { SessionsPage } from "./SessionsPage";
