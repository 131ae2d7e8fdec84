/** A chat that is fetched again costs only what is new in it: the rest is in the cache. */
import type { GetChatResponseJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { risen } from "./marks";

/** The whole chat: an answer that holds what is new, behind what was there before. */
export function merged(before: GetChatResponseJson | undefined, answer: GetChatResponseJson): GetChatResponseJson {
  const earlier = before?.messages ?? [];
  const last = earlier.at(-1)?.number ?? 0;
  // Whoever accepts a chat that was put back into the line begins to read: how far the one before had come holds no more.
  const isGoingOn = before?.chat?.acceptedAt === answer.chat?.acceptedAt && before?.chat?.state === answer.chat?.state;
  const later = (answer.messages ?? []).filter(({ number = 0 }) => number > last);
  // The same list as long as nothing was written: what is drawn from it stays as well.
  return {
    ...answer,
    messages: later.length > 0 ? [...earlier, ...later] : earlier,
    marks: risen(isGoingOn ? before?.marks : [], answer.marks),
  };
}
