/** What turns JSON into messages and back, as one thing to fetch (base-query.ts). */
export { fromJson, toBinary, toJson } from "@bufbuild/protobuf";
export { failureOf } from "./failure-of";
