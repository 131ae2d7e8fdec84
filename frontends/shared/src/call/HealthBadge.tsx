import { type PlainId, useText } from "../i18n";
import { StatusTag } from "../ui";
import type { Health } from "./health";

const words = {
  good: "call.health.good",
  fair: "call.health.fair",
  poor: "call.health.poor",
} as const satisfies Record<Health, PlainId>;

const tones = { good: "success", fair: "warning", poor: "danger" } as const;

/** How good the connection is, in words. Not announced by itself: it changes all the time. */
export function HealthBadge({ health }: { readonly health: Health }) {
  const t = useText();
  return (
    <StatusTag tone={tones[health]} wraps>
      {t(words[health])}
    </StatusTag>
  );
}
