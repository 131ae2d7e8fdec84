import type { Text } from "@kajo/shared/i18n";
import type { ChatCallJson } from "@kajo/shared/rpc";

const minuteMs = 60_000;

/** What has become of a call that is over, and how long both were in it. */
export function callOverText(t: Text, { end, metAt, endedAt }: ChatCallJson): string {
  if (end === "CALL_END_DECLINED") return t("chat.call.declined");
  if (end === "CALL_END_LAPSED") return t("chat.call.lapsed");
  if (end === "CALL_END_WITHDRAWN") return t("chat.call.withdrawn");
  if (!metAt || !endedAt) return t("chat.call.notMet");
  const minutes = Math.floor((Date.parse(endedAt) - Date.parse(metAt)) / minuteMs);
  return minutes > 0 ? t("chat.call.over", { minutes }) : t("chat.call.over.short");
}
