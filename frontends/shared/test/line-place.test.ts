// @vitest-environment node
/** The place in a line, as it is counted on between two answers of the server. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keptPlace } from "../src/chat/kept-place";
import { type LinePlace, moved } from "../src/chat/line-place";
import type { ChatPlaceJson } from "../src/rpc";

const left = (ticket: number) => ({ ticket: BigInt(ticket), returned: false });
const returned = (ticket: number) => ({ ticket: BigInt(ticket), returned: true });
const move = (fromSeq: number, ...changes: { ticket: bigint; returned: boolean }[]) => ({
  fromSeq: BigInt(fromSeq),
  changes,
});

const place: LinePlace = { ticket: 20n, ahead: 3, lineSeq: 7n };
const after = (...args: Parameters<typeof move>) => {
  const { place: now, isGap } = moved(place, move(...args));
  return [now.ahead, Number(now.lineSeq), isGap];
};

describe("CHA-04 a line that moves", () => {
  it.each([
    ["one in front left", [8, left(12)], [2, 8, false]],
    ["several, one behind among them", [8, left(12), left(21), left(13)], [1, 10, false]],
    ["one in front was put back", [8, returned(11)], [4, 8, false]],
    ["the own ticket's neighbours", [8, left(19), left(21)], [2, 9, false]],
    ["the own ticket", [8, left(20)], [3, 8, false]],
    ["all is known already", [5, left(1), left(2), left(3)], [3, 7, false]],
    ["a part is known already", [6, left(1), left(2), left(13)], [2, 8, false]],
    ["one is missing", [9, left(12)], [3, 7, true]],
    ["nothing", [8], [3, 7, false]],
  ] as const)("%s", (_name, [fromSeq, ...changes], expected) => {
    expect(after(fromSeq, ...changes)).toEqual(expected);
  });

  it("never says that fewer than nobody stand in front", () => {
    const next = { ...place, ahead: 0 };
    expect(moved(next, move(8, left(12))).place.ahead).toBe(0);
  });
});

describe("CHA-04 a place that is kept", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(first?: ChatPlaceJson) {
    const asked: ((answer?: ChatPlaceJson) => void)[] = [];
    const shown: number[] = [];
    const kept = keptPlace({
      first,
      ask: () => new Promise((resolve) => asked.push(resolve)),
      onPlace: ({ ahead }) => shown.push(ahead),
    });
    const answer = async (ahead: number, lineSeq: number) => {
      asked.at(-1)?.({ ticket: "20", ahead, lineSeq: String(lineSeq) });
      await vi.advanceTimersByTimeAsync(0);
    };
    return { asked, shown, kept, answer };
  }

  it("is told every minute, until one stops", async () => {
    const { asked, kept, answer, shown } = start();
    kept.askNow();
    await answer(3, 7);
    await vi.advanceTimersByTimeAsync(60_000);
    await answer(2, 8);
    expect([asked.length, shown]).toEqual([2, [3, 2]]);
    kept.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveLength(2);
  });

  it("counts on without asking, and asks once within ten seconds after a gap", async () => {
    const { asked, shown, kept, answer } = start({ ticket: "20", ahead: 3, lineSeq: "7" });
    kept.heard(move(8, left(12)));
    expect([asked.length, shown]).toEqual([0, [2]]);
    kept.heard(move(10, left(13)));
    kept.heard(move(11, left(14)));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
    await answer(0, 11);
    expect(shown).toEqual([2, 0]);
  });

  it("counts what came while it was asked behind the answer, which may be older", async () => {
    const { shown, kept, answer } = start({ ticket: "20", ahead: 3, lineSeq: "7" });
    kept.askNow();
    kept.heard(move(8, left(12)));
    kept.heard(move(9, left(13)));
    await answer(2, 8);
    expect(shown.at(-1)).toBe(1);
  });

  it("goes on where it could not be asked", async () => {
    const { asked, shown, kept } = start({ ticket: "20", ahead: 3, lineSeq: "7" });
    kept.askNow();
    kept.heard(move(8, left(12)));
    asked[0]?.(undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.length, shown]).toEqual([2, [2]]);
  });
});
