/** Days and months as they are written: "2026-11-27", "2026-11". They compare as texts do. */
import { parseDate } from "@internationalized/date";

export const monthOf = (day: string): string => day.slice(0, 7);

/** So many months before or after another. */
export const monthBeside = (month: string, months: number): string =>
  monthOf(parseDate(`${month}-01`).add({ months }).toString());

export const clamped = (day: string, min: string, max: string): string => (day < min ? min : day > max ? max : day);

interface Shown {
  readonly month: string;
  readonly focused: string;
  readonly value: string | null;
  readonly free: readonly { readonly day: string }[] | undefined;
}

/** Where the arrows begin in a month: where they were, at what is chosen, or at its first free day. */
export function shownDay({ month, focused, value, free }: Shown): string {
  const within = (day: string | null | undefined): day is string => day != null && monthOf(day) === month;
  if (within(focused)) return focused;
  if (within(value)) return value;
  const first = free?.[0]?.day;
  return within(first) ? first : `${month}-01`;
}
