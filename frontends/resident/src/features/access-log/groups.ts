/** Openings of one thing by one person, one after another on one day, as one row: many of them would hide what else was done. */
import { dayKey } from "@kajo/shared/i18n";
import { isOpening, type Seen } from "./seen";

/** Never empty; the newest first. */
export type Group = readonly [Seen, ...Seen[]];

/** What two entries of a group have in common: everything but the moment. */
const likeness = ({ id: _id, at, ...rest }: Seen) => JSON.stringify([dayKey(new Date(at)), rest]);

const belongs = ([first]: Group, entry: Seen) =>
  isOpening(first) && first.at !== "" && entry.at !== "" && likeness(first) === likeness(entry);

/** Every entry in its order, in one group each. */
export function grouped(entries: readonly Seen[]): readonly Group[] {
  const groups: [Seen, ...Seen[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && belongs(last, entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
