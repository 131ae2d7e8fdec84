// @vitest-environment node
import { expect, it } from "vitest";
import { beginning, isEmpty, isOver, merged, type Source } from "../src/features/access-log/merge";

interface Entry {
  readonly at: string;
}

const at = (second: number, fraction = "") => ({
  at: `2026-11-20T10:00:${String(second).padStart(2, "0")}${fraction}Z`,
});
const source = (held: readonly Entry[], ended: boolean): Source<Entry> => ({ token: ended ? "" : "more", held, ended });

it("shows nothing that is older than what another list may still bring", () => {
  const { entries, rest } = merged([source([at(9), at(5)], false), source([at(8), at(3)], true)]);
  expect(entries).toEqual([at(9), at(8), at(5)]);
  expect(rest.map(({ held }) => held)).toEqual([[], [at(3)]]);
  expect(rest.map(isEmpty)).toEqual([true, false]);
});

it("ends when every list has", () => {
  const { entries, rest } = merged([source([at(1)], true), source([], true)]);
  expect(entries).toEqual([at(1)]);
  expect(rest.every(isOver)).toBe(true);
  expect(isEmpty(beginning)).toBe(true);
});

it("compares times whose digits of zero are left out", () => {
  const { entries } = merged([source([at(1, ".5"), at(1)], true), source([at(1, ".000001")], true)]);
  expect(entries).toEqual([at(1, ".5"), at(1, ".000001"), at(1)]);
});

it("gives every entry once, in order, however the pages fall", () => {
  const lists = [
    [9, 7, 7, 4, 1],
    [8, 7, 6, 5, 2],
    [10, 7, 3, 3],
  ].map((seconds) => seconds.map((second) => at(second)));
  for (const size of [1, 2, 3]) {
    let sources: readonly Source<Entry>[] = lists.map(() => beginning);
    const next = [0, 0, 0];
    const seen: Entry[] = [];
    while (!sources.every(isOver)) {
      sources = sources.map((known, index) => {
        if (!isEmpty(known)) return known;
        const from = next[index] ?? 0;
        next[index] = from + size;
        return source((lists[index] ?? []).slice(from, from + size), from + size >= (lists[index] ?? []).length);
      });
      const { entries, rest } = merged(sources);
      expect(entries.length).toBeGreaterThan(0);
      seen.push(...entries);
      sources = rest;
    }
    expect(seen).toEqual(lists.flat().sort((one, other) => (one.at < other.at ? 1 : -1)));
  }
});
