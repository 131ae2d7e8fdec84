export { EndNotice } from "./EndNotice";
export { IdleWarning } from "./IdleWarning";
