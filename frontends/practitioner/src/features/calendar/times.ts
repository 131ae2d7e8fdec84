import { type Language, type PlainId, timeText } from "@kajo/shared/i18n";
import type { SpanJson } from "@kajo/shared/rpc";

const instant = (at: string | undefined) => (at ? new Date(at) : undefined);

/** From when to when, "08.30" or "08:30" as the language has it, on the clocks of Finland. */
export function timesOf(language: Language, span: SpanJson | undefined): string {
  const [from, until] = [instant(span?.startsAt), instant(span?.endsAt)];
  return from && until ? `${timeText(language, from)}–${timeText(language, until)}` : "";
}

/** Which of the two, where the clocks show an hour twice. */
export function doubledText(span: SpanJson | undefined): PlainId | undefined {
  if (span?.doubledHour === "DOUBLED_HOUR_SUMMER") return "calendar.doubled.summer";
  return span?.doubledHour === "DOUBLED_HOUR_WINTER" ? "calendar.doubled.winter" : undefined;
}

/** The day of the calendar on which it begins. */
export const dayOf = (span: SpanJson | undefined) => (span?.civilStart ?? "").slice(0, 10);
