import { type PlainId, useText } from "../i18n";
import type { CallEndJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";

const words: Partial<Record<CallEndJson, PlainId>> = {
  CALL_END_DECLINED: "call.over.declined",
  CALL_END_LAPSED: "call.over.lapsed",
  CALL_END_WITHDRAWN: "call.over.withdrawn",
  CALL_END_CUSTOMER: "call.over.customer",
  CALL_END_PRACTITIONER: "call.over.practitioner",
  CALL_END_LEFT: "call.over.left",
  CALL_END_CHAT_OVER: "call.over.chat",
};

/** Why a call is over, as whoever looks would say it. */
export function useCallEndText(isOrganiser: boolean): (end: CallEndJson | undefined) => string {
  const t = useText();
  const own = isOrganiser ? "CALL_END_PRACTITIONER" : "CALL_END_CUSTOMER";
  return (end) => {
    if (end === own) return t("call.over.own");
    const known = end && words[end];
    return known ? t(known) : t("call.over");
  };
}
