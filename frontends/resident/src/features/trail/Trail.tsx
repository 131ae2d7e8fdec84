import { type MessageId, useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { Timeline, type TimelineEntry } from "@kajo/shared/ui";
import { type StepKind, trailOf } from "./trail";

const texts = {
  received: "trail.received",
  checking: "trail.checking",
  checked: "trail.checked",
  blocked: "trail.blocked",
  queued: "trail.queued",
  handled: "trail.handled",
  taken: "trail.taken",
  answered: "trail.answered",
  ended: "trail.ended",
} as const satisfies Readonly<Record<StepKind, MessageId>>;

const tones: Readonly<Partial<Record<StepKind, TimelineEntry["tone"]>>> = {
  checking: "warning",
  blocked: "danger",
  queued: "info",
  handled: "info",
  taken: "info",
};

export interface TrailProps {
  readonly conversation: ConversationJson;
}

/** What has become of the last message that was sent. */
export function Trail({ conversation }: TrailProps) {
  const t = useText();
  const steps = trailOf(conversation.thread ?? []);
  if (steps.length === 0) return null;
  return (
    <Timeline
      entries={steps.map(({ kind, at }, index) => ({
        id: `${index}`,
        at,
        title: t(texts[kind]),
        tone: tones[kind] ?? "success",
      }))}
      label={t("trail.title")}
    />
  );
}
