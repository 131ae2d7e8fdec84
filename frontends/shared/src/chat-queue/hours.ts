/** Opening hours as people read them. */
import { clockText, type Language, useLanguage, useText } from "../i18n";
import type { OpeningWindowJson, WeekdayWindowJson } from "../rpc";

/** Days one after another that have the same hours. */
export interface WeekdaySpan {
  /** Monday is 1, Sunday is 7. */
  readonly first: number;
  readonly last: number;
  /** None: shut. */
  readonly hours: readonly OpeningWindowJson[];
}

const week = [1, 2, 3, 4, 5, 6, 7];

/** The seven days of a week, equal neighbours as one. */
export function weekdaySpans(regular: readonly WeekdayWindowJson[]): readonly WeekdaySpan[] {
  const spans: WeekdaySpan[] = [];
  for (const day of week) {
    const hours = regular.flatMap(({ weekday, hours: window }) => (weekday === day && window ? [window] : []));
    const before = spans.at(-1);
    if (before && areSame(before.hours, hours)) spans[spans.length - 1] = { ...before, last: day };
    else spans.push({ first: day, last: day, hours });
  }
  return spans;
}

function areSame(some: readonly OpeningWindowJson[], others: readonly OpeningWindowJson[]): boolean {
  const written = (hours: readonly OpeningWindowJson[]) => hours.map(({ from, until }) => `${from}-${until}`).join();
  return written(some) === written(others);
}

/** The hours of a day: "8.00–11.00, 12.00–16.00", or that it is shut. What ends at or before its beginning ends on the next day. */
export function useHoursText(): (hours: readonly OpeningWindowJson[]) => string {
  const t = useText();
  const language = useLanguage();
  return (hours) => {
    if (hours.length === 0) return t("chatQueue.shut");
    return hours
      .map((window) => (isWholeDay(window) ? t("chatQueue.allDay") : windowText(language, window)))
      .join(", ");
  };
}

const isMidnight = (time: string) => time === "00:00" || time === "24:00";

const isWholeDay = ({ from = "", until = "" }: OpeningWindowJson) => from === "00:00" && isMidnight(until);

function windowText(language: Language, { from = "", until = "" }: OpeningWindowJson): string {
  return `${clockText(language, from)}–${clockText(language, isMidnight(until) ? "24:00" : until)}`;
}
