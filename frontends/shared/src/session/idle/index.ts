export { IdleEndNotice } from "./IdleEndNotice";
export { IdleWarning } from "./IdleWarning";
