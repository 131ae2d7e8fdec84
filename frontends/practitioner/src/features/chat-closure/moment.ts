/** A moment as its day and time stand on the clocks of Finland, and back. */
import { dayKey, timeText } from "@kajo/shared/i18n";

/** As the fields have it: "2026-03-05" and "14:05"; null while it is not given. */
export interface CivilMoment {
  readonly date: string | null;
  readonly time: string | null;
}

export const civilMoment = (at: string | undefined): CivilMoment =>
  at ? { date: dayKey(new Date(at)), time: timeText("fi", new Date(at)) } : { date: null, time: null };

const hourMs = 3_600_000;

/** What Finland is ahead of UTC, in summer and in winter. */
const aheadMs = [3 * hourMs, 2 * hourMs];

/** The earlier one, where the clocks show it twice; the first after them, where they skip it. */
export function momentOf(date: string, time: string): string {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const found = aheadMs
    .map((ms) => new Date(shown - ms))
    .find((at) => dayKey(at) === date && timeText("fi", at) === time);
  // What is skipped is an hour: it ends when winter's clock would show the beginning of it.
  return (found ?? new Date(Math.floor(shown / hourMs) * hourMs - 2 * hourMs)).toISOString();
}
