/** Days and months as the calendar and the service write them: "2026-11-27", "2026-11". */
import type { FreeDay, NextFreeDay } from "@kajo/shared/ui";

export const monthOf = (day: string): string => day.slice(0, 7);

export function daysAfter(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

interface Known {
  readonly first: FreeDay;
  /** Of the month that is shown; undefined while they are not known. */
  readonly free: readonly FreeDay[] | undefined;
  readonly day: string | null;
  readonly month: string;
  /** The first free day behind the month. */
  readonly later: string | undefined;
}

/** Behind the chosen day where its month is shown; of another month its first one, or the first behind it. */
export function nextFree({ first, free, day, month, later }: Known): NextFreeDay | undefined {
  if (day === null && monthOf(first.day) === month) return first;
  const isHere = day !== null && monthOf(day) === month;
  const next = free?.find((each) => !isHere || each.day > day);
  if (next) return next;
  return free && later ? { day: later } : undefined;
}
