import { type PlainId, useText } from "../i18n";
import type { CallEndJson } from "../rpc/gen/kajo/chat_queue/v1/chat_call_pb";

const words: Partial<Record<CallEndJson, PlainId>> = {
  CALL_END_DECLINED: "call.over.declined",
  CALL_END_LAPSED: "call.over.lapsed",
  CALL_END_WITHDRAWN: "call.over.withdrawn",
  CALL_END_CUSTOMER: "call.over.customer",
  CALL_END_PRACTITIONER: "call.over.practitioner",
  CALL_END_LEFT: "call.over.left",
  CALL_END_CHAT_OVER: "call.over.chat",
  CALL_END_APPOINTMENT_OVER: "call.over.appointment",
};

/** Why a call is over, as whoever looks would say it. `isOwn`: they have ended it themselves, here. */
export function useCallEndText(): (end: CallEndJson | undefined, isOwn: boolean) => string {
  const t = useText();
  return (end, isOwn) => {
    if (isOwn && (end === "CALL_END_PRACTITIONER" || end === "CALL_END_CUSTOMER")) return t("call.over.own");
    const known = end && words[end];
    return known ? t(known) : t("call.over");
  };
}
