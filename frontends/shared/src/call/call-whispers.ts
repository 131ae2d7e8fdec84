/** Reads what is whispered to those who are in a call or in its lobby. Fetched with the call. */
import { fromBinary, toJson } from "@bufbuild/protobuf";
import { CallMovedSchema } from "../rpc/gen/kajo/chat_queue/v1/whispers_pb";

export const callMovedOf = (payload: Uint8Array) => toJson(CallMovedSchema, fromBinary(CallMovedSchema, payload));
