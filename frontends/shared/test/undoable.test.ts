import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { finishWork } from "../src/session/unfinished-work";
import { undoable, undoMs } from "../src/undo";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.undoMs;
});

it("does it once when the time is over, and not after it was taken back", async () => {
  const run = vi.fn(() => Promise.resolve());
  const first = undoable(5_000, run);
  vi.advanceTimersByTime(4_900);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  await first.flush();
  expect([run.mock.calls.length, first.takeBack()]).toEqual([1, false]);

  const second = undoable(5_000, run);
  expect(second.takeBack()).toBe(true);
  second.resume();
  vi.advanceTimersByTime(60_000);
  await second.flush();
  expect(run).toHaveBeenCalledOnce();
});

it("does it at once before somebody signs out, who waits for it", async () => {
  let arrive = () => {};
  const run = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  undoable(5_000, run);
  const signedOut = vi.fn();
  const leaving = finishWork().then(signedOut);
  expect(run).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signedOut).not.toHaveBeenCalled();
  arrive();
  await leaving;
  await finishWork();
  expect(run).toHaveBeenCalledOnce();
});

it("tells of a page that goes before it is done to its end, and of none after that", async () => {
  const goes = vi.fn();
  const hide = () => window.dispatchEvent(new Event("pagehide"));
  const done = undoable(5_000, () => Promise.resolve(), goes);
  hide();
  expect(goes).toHaveBeenCalledOnce();
  await done.flush();
  hide();
  undoable(5_000, () => Promise.resolve(), goes).takeBack();
  hide();
  expect(goes).toHaveBeenCalledOnce();
});

it("takes its times from one setting, where the page has it", () => {
  expect([undoMs("message"), undoMs("mark")]).toEqual([5_000, 8_000]);
  document.documentElement.dataset.undoMs = "300";
  expect([undoMs("message"), undoMs("mark")]).toEqual([300, 300]);
});
