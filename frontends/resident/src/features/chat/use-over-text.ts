import { useWhenText } from "@kajo/shared/chat-queue";
import { type Text, useText } from "@kajo/shared/i18n";
import type { ChatJson } from "@kajo/shared/rpc";

/** How a chat, or the wait for it, came to its end. */
export function useOverText(): (chat: ChatJson) => string {
  const t = useText();
  const whenText = useWhenText();
  return (chat) => overText(t, chat, whenText);
}

/** `whenText`: how the moment of the end is written. */
export function overText(
  t: Text,
  { state, overAt, endedBy, leaveReason, practitionerName }: ChatJson,
  whenText: (at: Date) => string,
): string {
  if (state === "CHAT_STATE_LEFT") {
    if (leaveReason === "CHAT_LEAVE_REASON_NOT_BACK") return t("chat.left.notBack");
    if (leaveReason === "CHAT_LEAVE_REASON_QUEUE_CLOSED") return t("chat.left.queueClosed");
    return t("chat.left.own");
  }
  if (!overAt) return t("chat.over");
  const when = whenText(new Date(overAt));
  if (endedBy === "CHAT_SIDE_CUSTOMER") return t("chat.over.own", { when });
  if (endedBy === "CHAT_SIDE_PRACTITIONER" && practitionerName) {
    return t("chat.over.practitioner", { name: practitionerName, when });
  }
  return t("chat.over.itself", { when });
}
