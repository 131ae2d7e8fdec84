/** What the editor does to the events that begin a path (DIG-01): pure, each gives a new entry. Events are counted from 1. */
import type { PathConditionJson, PathEntryJson } from "./types";

/** A path begins with so many events. */
const most = 10;

export const eventsOf = ({ events = [] }: PathEntryJson): readonly PathConditionJson[] => events;

export const mayHaveMore = (entry: PathEntryJson): boolean => eventsOf(entry).length < most;

/** Whether each of the events is needed, or one of them. */
export const needsAll = ({ mode }: PathEntryJson): boolean => mode === "ENTRY_MODE_ALL";

/** With one more at the end: most paths begin with a booking here. */
export const withEvent = (entry: PathEntryJson): PathEntryJson => ({
  ...entry,
  events: [...eventsOf(entry), { kind: "CONDITION_KIND_BOOKED" }],
});

export const withoutEvent = (entry: PathEntryJson, n: number): PathEntryJson => ({
  ...entry,
  events: eventsOf(entry).filter((_, at) => at + 1 !== n),
});

export const changedEvent = (entry: PathEntryJson, n: number, event: PathConditionJson): PathEntryJson => ({
  ...entry,
  events: eventsOf(entry).map((each, at) => (at + 1 === n ? event : each)),
});
