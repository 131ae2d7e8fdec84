/** Reads what is whispered between the two sides of a chat. Fetched by who is in one. */
import { fromBinary, toJson } from "@bufbuild/protobuf";
import { ChatMarkedSchema, ChatTypingSchema } from "../rpc/gen/kajo/chat_queue/v1/whispers_pb";

export const chatTypingOf = (payload: Uint8Array) => toJson(ChatTypingSchema, fromBinary(ChatTypingSchema, payload));

export const chatMarkedOf = (payload: Uint8Array) => toJson(ChatMarkedSchema, fromBinary(ChatMarkedSchema, payload));
