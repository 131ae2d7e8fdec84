import { clockText, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { RemoteAppointmentJson } from "@kajo/shared/rpc";
import { startOf } from "./free";
import { hasJustOpened } from "./joining";

/** Which can be joined since a moment ago, to be said aloud: a button that comes alive says nothing by itself. `now`: in milliseconds since 1970. */
export function useOpenedText(appointments: readonly RemoteAppointmentJson[], now: number): string {
  const t = useText();
  const language = useLanguage();
  const starts = appointments
    .filter(({ joining }) => joining && hasJustOpened(joining, now))
    .map(({ span }) => startOf(span));
  // Those that begin together are said in one.
  return [...new Set(starts)]
    .map((start) => t("calendar.remote.opened", { time: clockText(language, timeText(language, new Date(start))) }))
    .join(" ");
}
