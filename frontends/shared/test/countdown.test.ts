// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Countdown } from "../src/undo/countdown";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs out once, and not after it was stopped", () => {
  const over = vi.fn();
  new Countdown(5_000, over);
  const stopped = new Countdown(5_000, over);
  stopped.stop();
  vi.advanceTimersByTime(60_000);
  expect(over).toHaveBeenCalledOnce();
});

it("stands still while it is paused, and leaves time to press something afterwards", () => {
  const over = vi.fn();
  const time = new Countdown(5_000, over);
  vi.advanceTimersByTime(4_900);
  time.pause();
  time.pause();
  vi.advanceTimersByTime(60_000);
  expect(over).not.toHaveBeenCalled();
  time.resume();
  time.resume();
  vi.advanceTimersByTime(1_900);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(over).toHaveBeenCalledOnce();
});
