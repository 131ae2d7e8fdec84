/**
 * One list out of several that come page by page, each the newest first. All that has been fetched is handed in each time.
 *
 * An item is shown only when no list that goes on may still bring one that stands before it: so nothing that is shown moves when more is
 * fetched. How far a list is known is the time of the last thing that it brought. The newest of these times, of the lists that go on, is the
 * watermark: what is older waits, and the list that stands there is the one to be fetched further. Of what has the same time, the order of the
 * lists decides, at the watermark as well.
 */

interface Timed {
  /** As the contract writes times. */
  readonly at: string;
}

/** A list, as far as it has been fetched. */
export interface Fetched<Item extends Timed> {
  /** The newest first. */
  readonly items: readonly Item[];
  /** The time of the last thing that came, also where it is none of the items. Undefined: it may still bring anything. */
  readonly knownTo: string | undefined;
  readonly hasMore: boolean;
}

interface Merged<Item> {
  /** What is certain, the newest first. */
  readonly shown: readonly Item[];
  /** The numbers of the lists that hold the rest back. Empty: there is no rest. */
  readonly behind: readonly number[];
}

/** Where something stands among everything. */
interface Place {
  readonly time: string;
  /** The number of its list. */
  readonly list: number;
}

/** Before every time. */
const anything = "~";

/** A time as text that compares: the contract leaves out the digits that are zero. */
function comparable(at: string): string {
  const [whole = "", fraction = ""] = at.replace("Z", "").split(".");
  return `${whole}.${fraction.padEnd(9, "0")}`;
}

function byPlace(one: Place, other: Place): number {
  if (one.time === other.time) return one.list - other.list;
  return one.time < other.time ? 1 : -1;
}

export function merged<Item extends Timed>(lists: readonly Fetched<Item>[]): Merged<Item> {
  const ends = lists.flatMap(({ hasMore, knownTo }, list) =>
    hasMore ? [{ list, time: knownTo === undefined ? anything : comparable(knownTo) }] : [],
  );
  const watermark = ends.toSorted(byPlace)[0];
  const items = lists.flatMap((each, list) => each.items.map((item) => ({ item, list, time: comparable(item.at) })));
  const certain = watermark ? items.filter((place) => byPlace(place, watermark) <= 0) : items;
  return {
    shown: certain.toSorted(byPlace).map(({ item }) => item),
    behind: ends.filter(({ time }) => time === watermark?.time).map(({ list }) => list),
  };
}
