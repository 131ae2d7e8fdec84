import type { DescMessage, JsonValue, MessageJsonType } from "@bufbuild/protobuf";

/** JSON that comes from elsewhere, as a message has it. Rejects what is none: also what is only not known. */
export async function canonical<M extends DescMessage>(message: M, json: unknown): Promise<MessageJsonType<M>> {
  const { fromJson, toJson } = await import("./codec");
  return toJson(message, fromJson(message, json as JsonValue));
}
