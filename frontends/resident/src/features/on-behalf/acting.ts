/** What is shown to who acts on behalf of another person: fetched with the first such session. */
export { OnBehalfBanner } from "./OnBehalfBanner";
export { OwnOnlyPage } from "./OwnOnlyPage";
