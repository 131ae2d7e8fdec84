// @vitest-environment node
import { expect, it } from "vitest";
import { byMonth } from "../src/features/events/by-month";
import { type Fetched, merged } from "../src/features/events/merge";
import { eventsSearch } from "../src/features/events/search";
import { pastKnownTo, pastTimes } from "../src/features/events/sources/past-days";

interface Item {
  readonly name: string;
  readonly at: string;
}

const at = (second: number, fraction = "") => `2026-11-20T10:00:${String(second).padStart(2, "0")}${fraction}Z`;
const item = (name: string, second: number, fraction = ""): Item => ({ name, at: at(second, fraction) });
const list = (items: readonly Item[], hasMore = false): Fetched<Item> => ({
  items,
  knownTo: items.at(-1)?.at,
  hasMore,
});
const names = (items: readonly Item[]) => items.map(({ name }) => name).join(" ");

it("EVT-01 puts lists into one by time, the newest first", () => {
  const { shown, behind } = merged([list([item("a", 9), item("b", 5)]), list([item("c", 8), item("d", 3)]), list([])]);
  expect(names(shown)).toBe("a c b d");
  expect(behind).toEqual([]);
});

it("EVT-01 shows nothing that is older than what a list that goes on may still bring, and tells which one", () => {
  const { shown, behind } = merged([
    list([item("a", 9), item("b", 5)], true),
    list([item("c", 8), item("d", 3)], true),
    list([item("e", 6), item("f", 4)]),
  ]);
  expect(names(shown)).toBe("a c e b");
  expect(behind).toEqual([0]);
});

it("EVT-01 does not wait for what has no further pages, or could not be loaded", () => {
  const { shown } = merged([list([item("a", 9)]), list([item("b", 3), item("c", 1)])]);
  expect(names(shown)).toBe("a b c");
});

it("EVT-01 goes by what came, also where nothing of it is shown", () => {
  const none: Fetched<Item> = { items: [], knownTo: at(7), hasMore: true };
  const { shown, behind } = merged([none, list([item("a", 9), item("b", 3)])]);
  expect(names(shown)).toBe("a");
  expect(behind).toEqual([0]);
  const unknown: Fetched<Item> = { items: [], knownTo: undefined, hasMore: true };
  expect(merged([unknown, list([item("a", 9)])])).toEqual({ shown: [], behind: [0] });
});

it("EVT-01 has what is of one time in the order of the lists, and holds back what may be parted by a next page", () => {
  const first = list([item("a", 5)], true);
  const second = list([item("b", 5), item("c", 4)]);
  expect(names(merged([first, second]).shown)).toBe("a");
  expect(names(merged([list([item("a", 5), item("d", 5)]), second]).shown)).toBe("a d b c");
  // The other way round nothing can come between them.
  expect(names(merged([second, first]).shown)).toBe("b a");
});

it("EVT-01 compares times whose digits of zero are left out", () => {
  const { shown } = merged([list([item("a", 1, ".5"), item("b", 1)]), list([item("c", 1, ".000001")])]);
  expect(names(shown)).toBe("a c b");
});

/** The same numbers each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it("EVT-01 moves nothing that is shown, and shows everything once, however times and pages fall", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = numbersFrom(seed);
    const all = Array.from({ length: 1 + next(5) }, (_, number) =>
      Array.from({ length: next(9) }, () => next(7))
        .toSorted((one, other) => other - one)
        .map((second, index) => item(`${number}.${index}`, second)),
    );
    const size = 1 + next(3);
    const fetched = all.map(() => size);
    let before: readonly Item[] = [];
    for (;;) {
      const lists = all.map((items, number) =>
        list(items.slice(0, fetched[number]), (fetched[number] ?? 0) < items.length),
      );
      const { shown, behind } = merged(lists);
      expect(names(shown).startsWith(names(before)), `seed ${seed}`).toBe(true);
      before = shown;
      if (behind.length === 0) break;
      for (const number of behind) fetched[number] = (fetched[number] ?? 0) + size;
    }
    const sorted = all.flat().toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
    expect(names(before), `seed ${seed}`).toBe(names(sorted));
  }
});

it("EVT-01 has a survey that was taken back between those whose time was over", () => {
  const expired = (answerByDate: string) => ({ state: "SURVEY_ACTIVATION_STATE_EXPIRED", answerByDate }) as const;
  const withdrawn = (fromDate: string) => ({ state: "SURVEY_ACTIVATION_STATE_WITHDRAWN", fromDate }) as const;
  const surveys = [expired("2026-11-20"), withdrawn("2026-01-10"), expired("2026-10-20"), withdrawn("2026-09-01")];
  expect(pastTimes(surveys).map((time) => time.slice(0, 10))).toEqual([
    "2026-11-20",
    "2026-10-20",
    "2026-10-20",
    "2026-09-01",
  ]);
  // Where the last one stands is known when it is known what stands behind it.
  expect(pastKnownTo(surveys)).toBe("2026-10-20T12:00:00Z");
  expect(pastKnownTo([withdrawn("2026-09-01")])).toBeUndefined();
});

it("EVT-01 parts events by the months of Finland", () => {
  const months = byMonth([
    { at: "2026-10-31T22:30:00Z" },
    { at: "2026-10-31T21:30:00Z" },
    { at: "2026-10-01T09:00:00Z" },
    { at: "" },
  ]);
  expect(months.map(({ month, events }) => [month, events.length])).toEqual([
    ["2026-11", 1],
    ["2026-10", 2],
    ["", 1],
  ]);
});

it("EVT-01 takes no other kind from the address than there is", () => {
  expect(eventsSearch({ kind: "tasks", page: 2 })).toEqual({ kind: "tasks" });
  expect([{ kind: "letters" }, { kind: 1 }, {}].map(eventsSearch)).toEqual([{}, {}, {}]);
});
