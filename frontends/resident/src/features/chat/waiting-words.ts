import { useWhenText } from "@kajo/shared/chat-queue";
import { type Text, useText } from "@kajo/shared/i18n";
import type { ChatPlaceJson, ChatQueueStandingJson, WaitRangeJson } from "@kajo/shared/rpc";

const minuteMs = 60_000;

/** How long it will probably take. */
export function waitText(t: Text, { wait, unattended }: ChatPlaceJson): string {
  if (unattended) return t("chat.unattended");
  if (!wait) return t("chat.wait.unknown");
  const { fromMinutes: from = 0, untilMinutes: until = 0 } = wait;
  if (from === 0) return t("chat.wait.atMost", { until });
  return from === until ? t("chat.wait.about", { until }) : t("chat.wait", { from, until });
}

/** When the queue shuts, where that may be before it is one's turn. */
export function shutsBefore(
  { state, closesAt }: ChatQueueStandingJson,
  wait: WaitRangeJson | undefined,
  now: number,
): Date | undefined {
  if (state !== "CHAT_QUEUE_STATE_OPEN" || !closesAt || !wait) return undefined;
  const at = new Date(closesAt);
  return at.getTime() < now + (wait.untilMinutes ?? 0) * minuteMs ? at : undefined;
}

/** What the hours of the queue mean for those who wait; undefined: nothing. */
export function useHoursWord(): (
  standing: ChatQueueStandingJson | undefined,
  place: ChatPlaceJson,
) => string | undefined {
  const t = useText();
  const whenText = useWhenText();
  return (standing, { wait }) => {
    if (!standing) return undefined;
    const shut =
      standing.state === "CHAT_QUEUE_STATE_CLOSED" || standing.state === "CHAT_QUEUE_STATE_TEMPORARILY_CLOSED";
    if (shut) return t("chat.shutWhileWaiting");
    const at = shutsBefore(standing, wait, Date.now());
    return at && t("chat.shutsBefore", { when: whenText(at) });
  };
}
