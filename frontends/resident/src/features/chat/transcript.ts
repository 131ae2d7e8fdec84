/** What stands in the transcript of a chat beside its messages. */
import type { ChatJson, ChatMessageJson } from "@kajo/shared/rpc";

/** Professionals who took part, in the order in which they came: a chat that was put back into the line has several. */
export function professionalsOf(
  { practitionerName = "" }: ChatJson,
  messages: readonly ChatMessageJson[],
): readonly string[] {
  const written = messages.map((message) => message.practitionerName ?? "");
  return [...new Set([...written, practitionerName])].filter((name) => name !== "");
}

/** Messages as a thread is put in days. */
export const datedOf = (messages: readonly ChatMessageJson[]) =>
  messages.map((message) => ({ at: message.writtenAt ?? "", message }));
