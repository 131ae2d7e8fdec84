import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Keeper } from "../src/drafts/keeper";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("saves after a moment of rest, and the last one alone", async () => {
  const saved: string[] = [];
  const keeper = new Keeper<string>(async (text) => saved.push(text) > 0);
  keeper.change("a");
  await vi.advanceTimersByTimeAsync(900);
  keeper.change("ab");
  await vi.advanceTimersByTimeAsync(900);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(saved).toEqual(["ab"]);
  expect(await keeper.flush()).toBe(true);
  expect(saved).toEqual(["ab"]);
});

it("never lets an older one arrive behind a newer one", async () => {
  const running: ((arrived: boolean) => void)[] = [];
  const saved: string[] = [];
  const keeper = new Keeper<string>((text) => {
    saved.push(text);
    return new Promise((resolve) => running.push(resolve));
  });
  keeper.change("a");
  const first = keeper.flush();
  keeper.change("b");
  const second = keeper.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(["a"]);
  running[0]?.(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(["a", "b"]);
  running[1]?.(true);
  expect(await Promise.all([first, second])).toEqual([true, true]);
});

it("keeps what did not arrive for the next time", async () => {
  let arrives = false;
  const saved: string[] = [];
  const keeper = new Keeper<string>(async (text) => {
    saved.push(text);
    return arrives;
  });
  keeper.change("a");
  expect(await keeper.flush()).toBe(false);
  arrives = true;
  expect(await keeper.flush()).toBe(true);
  expect(saved).toEqual(["a", "a"]);
});
