/** That nobody writes in a chat: who is to answer is asked whether they are there, and both are told in time that it ends by itself. */
import type { ChatJson, ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { sinceOf } from "./since";

const minuteMs = 60_000;

const askedAfterMs = 5 * minuteMs;
/** Both are told where nobody is asked. */
const toldAfterMs = 25 * minuteMs;
/** As the service ends it. */
const endsAfterMs = 30 * minuteMs;

interface Silence {
  /** When the chat ends by itself where nobody writes. */
  readonly endsAt: Date;
  /** It is the customer who is to write: they are asked whether they are there. */
  readonly isAsked: boolean;
}

/** Both are in a call: they talk and need not write. */
const isTalking = ({ call }: ChatJson) =>
  call?.state === "CALL_STATE_ON" && call.customer === "CALL_PRESENCE_IN" && call.practitioner === "CALL_PRESENCE_IN";

/** Undefined: there is nothing to be said of it, not yet or not any more. `now`: in milliseconds since 1970. */
export function silenceOf(chat: ChatJson, messages: readonly ChatMessageJson[], now: number): Silence | undefined {
  const last = messages.at(-1);
  const moments = [sinceOf(chat), last?.writtenAt].flatMap((at) => (at ? Date.parse(at) : []));
  if (chat.state !== "CHAT_STATE_ACTIVE" || moments.length === 0 || isTalking(chat)) return undefined;
  const from = Math.max(...moments);
  // Nobody waits for an answer where the professional has vanished.
  const isAsked = last?.side !== "CHAT_SIDE_CUSTOMER" && !chat.unattended;
  const endsAt = from + endsAfterMs;
  const isTold = now >= from + (isAsked ? askedAfterMs : toldAfterMs) && now < endsAt;
  return isTold ? { endsAt: new Date(endsAt), isAsked } : undefined;
}
