/** A chat that is fetched again costs only what is new in it: the rest is in the cache. */
import type { ChatMessageJson, GetChatResponseJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { awaitedFiles, isKnown } from "./files";
import { risen } from "./marks";
import { sinceOf } from "./since";

/** Behind which message a chat is asked for: the last one, or the one before the first of whose files there is still something to learn. */
export function knownUpTo(messages: readonly ChatMessageJson[] = []): number {
  const awaited = messages.findIndex((message) => awaitedFiles(message).length > 0);
  const known = awaited < 0 ? messages : messages.slice(0, awaited);
  return known.at(-1)?.number ?? 0;
}

/** The whole chat: an answer that holds what is new, with what was there before. */
export function merged(before: GetChatResponseJson | undefined, answer: GetChatResponseJson): GetChatResponseJson {
  // Whoever accepts a chat that was put back into the line, or takes it over, begins to read: how far the one before had come holds no more.
  const isGoingOn = sinceOf(before?.chat) === sinceOf(answer.chat) && before?.chat?.state === answer.chat?.state;
  return {
    ...answer,
    messages: together(before?.messages ?? [], answer.messages ?? []),
    marks: risen(isGoingOn ? before?.marks : [], answer.marks),
  };
}

/** The same list as long as nothing has changed: what is drawn from it stays as well. */
function together(earlier: ChatMessageJson[], answered: readonly ChatMessageJson[]): ChatMessageJson[] {
  const all = new Map(earlier.map((message) => [message.number ?? 0, message]));
  const changed = answered.filter((message) => isNews(message, all.get(message.number ?? 0)));
  if (changed.length === 0) return earlier;
  for (const message of changed) all.set(message.number ?? 0, message);
  return [...all.values()];
}

/** Of what was written only the files come to be known better; an answer that knows nothing of them takes nothing away. */
function isNews(message: ChatMessageJson, before: ChatMessageJson | undefined): boolean {
  if (!before) return true;
  return message.attachments?.some(isKnown) === true && JSON.stringify(message) !== JSON.stringify(before);
}
