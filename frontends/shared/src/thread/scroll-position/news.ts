/** What is new in a thread for its reader. */
import type { ConversationJson, ThreadEntryJson } from "../../rpc/gen/kajo/conversations/v1/conversation_pb";

const numberOf = (entry: ThreadEntryJson | undefined) => Number(entry?.number ?? 0);

/** Messages of others behind this number. */
export function messagesAfter(
  thread: readonly ThreadEntryJson[],
  personId: string,
  number: number,
): readonly ThreadEntryJson[] {
  return thread.filter((entry) => entry.message && entry.message.authorId !== personId && numberOf(entry) > number);
}

/** The first message that the reader has not read. Whoever takes no part has no marker, and so nothing that is new. */
export function firstUnread({ thread = [], participants = [] }: ConversationJson, personId: string) {
  const own = participants.find((each) => each.personId === personId);
  if (!own) return undefined;
  const [first] = messagesAfter(thread, personId, Number(own.readUpTo ?? 0));
  return first && numberOf(first);
}

export const lastNumber = (thread: readonly ThreadEntryJson[]) => numberOf(thread.at(-1));
