/** One list out of several that come page by page, each the newest first. */

interface Timed {
  readonly at: string;
}

/** What is known of one of the lists: what has been fetched and not shown, and where it goes on. */
export interface Source<Entry> {
  readonly token: string;
  readonly held: readonly Entry[];
  /** Nothing more is to be fetched. */
  readonly ended: boolean;
}

export const beginning: Source<never> = { token: "", held: [], ended: false };

/** Whether the next page cannot be told without fetching. */
export const isEmpty = <Entry>({ held, ended }: Source<Entry>) => held.length === 0 && !ended;

export const isOver = <Entry>({ held, ended }: Source<Entry>) => held.length === 0 && ended;

/** A time as text that compares: the contract leaves out the digits that are zero. */
function comparable(at: string): string {
  const [whole = "", fraction = ""] = at.replace("Z", "").split(".");
  return `${whole}.${fraction.padEnd(9, "0")}`;
}

/**
 * What is certain to come next, the newest first, and what is held back: nothing is shown that is older than what a list
 * which goes on may still bring. None of the lists may be empty.
 */
export function merged<Entry extends Timed>(
  sources: readonly Source<Entry>[],
): {
  readonly entries: readonly Entry[];
  readonly rest: readonly Source<Entry>[];
} {
  const bounds = sources.flatMap(({ held, ended }) => (ended ? [] : held.slice(-1))).map(({ at }) => comparable(at));
  const bound = bounds.sort().at(-1) ?? "";
  const isCertain = ({ at }: Entry) => comparable(at) >= bound;
  const entries = sources.flatMap(({ held }) => held.filter(isCertain));
  return {
    entries: entries.sort((one, other) => (comparable(one.at) < comparable(other.at) ? 1 : -1)),
    rest: sources.map((source) => ({ ...source, held: source.held.filter((entry) => !isCertain(entry)) })),
  };
}
