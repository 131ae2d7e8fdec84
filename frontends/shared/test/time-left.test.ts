// @vitest-environment node
/** Until when a task is to be done, in days of Finland. */
import { expect, it } from "vitest";
import { timeLeft } from "../src/customer-task";

const until = (dueAt: string, now: string) => {
  const left = timeLeft({ dueAt }, new Date(now));
  return left && [left.isLate, left.days];
};

it("counts the days of Finland until the last one, which ends at midnight there", () => {
  // Until the end of 30 March, after the clocks have gone forward.
  const end = "2026-03-30T21:00:00Z";
  expect(until(end, "2026-03-27T10:00:00Z")).toEqual([false, 3]);
  expect(until(end, "2026-03-29T20:59:59Z")).toEqual([false, 1]);
  expect(until(end, "2026-03-29T21:00:00Z")).toEqual([false, 0]);
  expect(until(end, "2026-03-30T20:59:59Z")).toEqual([false, 0]);
  expect(until(end, "2026-03-30T21:00:00Z")).toEqual([true, 1]);
  expect(until(end, "2026-04-01T10:00:00Z")).toEqual([true, 2]);
});

it("is late on the day itself when it ends at a time of day", () => {
  expect(until("2026-03-02T10:15:00Z", "2026-03-02T10:14:59Z")).toEqual([false, 0]);
  expect(until("2026-03-02T10:15:00Z", "2026-03-02T10:15:00Z")).toEqual([true, 0]);
});

it("is never late when it is to be done as soon as possible", () => {
  expect(timeLeft({}, new Date("2036-01-01T00:00:00Z"))).toBeUndefined();
});
