import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { ChangeableJson } from "@kajo/shared/rpc";

const texts = {
  move: { until: "appointment.move.until", late: "appointment.move.late", notHere: "appointment.move.notHere" },
  cancel: { until: "appointment.cancel.until", late: "appointment.cancel.late", notHere: "appointment.cancel.notHere" },
} as const;

export const mayChange = (change: ChangeableJson | undefined) =>
  change?.bar === undefined || change.bar === "CHANGE_BAR_UNSPECIFIED";

export interface ChangeBarProps {
  readonly kind: keyof typeof texts;
  readonly change: ChangeableJson | undefined;
}

/** Until when it can be moved or cancelled here, or why it cannot. */
export function ChangeBar({ kind, change }: ChangeBarProps) {
  const t = useText();
  const language = useLanguage();
  const when = change?.until ? dateTimeText(language, new Date(change.until)) : undefined;
  switch (change?.bar) {
    case "CHANGE_BAR_TOO_LATE":
      return <p>{t(texts[kind].late, { when: when ?? "" })}</p>;
    case "CHANGE_BAR_NOT_HERE":
      return <p>{t(texts[kind].notHere)}</p>;
    case "CHANGE_BAR_OVER":
      return null;
    default:
      return when ? <p>{t(texts[kind].until, { when })}</p> : null;
  }
}
