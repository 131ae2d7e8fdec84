/** Events by the months of Finland in which they were. */
import { dayKey } from "@kajo/shared/i18n";

interface Month<Event> {
  /** "2026-11". */
  readonly month: string;
  /** A moment in it. Empty: when these were is not known, nor the month. */
  readonly at: string;
  readonly events: readonly Event[];
}

const monthOf = (at: string) => (at === "" ? "" : dayKey(new Date(at)).slice(0, 7));

/** Each month once, in the order of the events, which stand by their time. */
export function byMonth<Event extends { readonly at: string }>(events: readonly Event[]): readonly Month<Event>[] {
  const months = new Map<string, Event[]>();
  for (const event of events) {
    const month = monthOf(event.at);
    const those = months.get(month);
    if (those) those.push(event);
    else months.set(month, [event]);
  }
  return [...months].map(([month, those]) => ({ month, at: those[0]?.at ?? "", events: those }));
}
