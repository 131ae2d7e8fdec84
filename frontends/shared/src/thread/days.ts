/** What stands in a thread in days, as it is shown. */
import { dayKey } from "../i18n/dates";

export interface ThreadDay<Entry> {
  readonly key: string;
  readonly at: Date;
  readonly entries: readonly Entry[];
}

export function daysOf<Entry extends { readonly at?: string }>(thread: readonly Entry[]): readonly ThreadDay<Entry>[] {
  const days: { key: string; at: Date; entries: Entry[] }[] = [];
  for (const entry of thread) {
    const at = new Date(entry.at ?? 0);
    const key = dayKey(at);
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, at, entries: [entry] });
  }
  return days;
}
