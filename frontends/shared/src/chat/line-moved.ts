/** Reads what is whispered of a line. Fetched by who waits in one: no other page needs it. */
import { fromBinary } from "@bufbuild/protobuf";
import { LineMovedSchema } from "../rpc/gen/kajo/chat_queue/v1/whispers_pb";

export const lineMovedOf = (payload: Uint8Array) => fromBinary(LineMovedSchema, payload);
