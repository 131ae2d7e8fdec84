/** A thread in days, as it is shown. */
import { dayKey } from "../i18n/dates";
import type { ThreadEntryJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";

export interface ThreadDay {
  readonly key: string;
  readonly at: Date;
  readonly entries: readonly ThreadEntryJson[];
}

export function daysOf(thread: readonly ThreadEntryJson[]): readonly ThreadDay[] {
  const days: { key: string; at: Date; entries: ThreadEntryJson[] }[] = [];
  for (const entry of thread) {
    const at = new Date(entry.at ?? 0);
    const key = dayKey(at);
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, at, entries: [entry] });
  }
  return days;
}
