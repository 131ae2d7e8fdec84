import { expect, it } from "vitest";
import { createIdleClock, minutesAndSeconds, secondsUntil } from "../src/session/idle/clock";
import { inBrowser } from "../src/storage/kept";

it("counts whole seconds down to nothing, and never below", () => {
  expect([
    secondsUntil(10_000, 0),
    secondsUntil(10_000, 9_001),
    secondsUntil(10_000, 10_000),
    secondsUntil(0, 5_000),
  ]).toEqual([10, 1, 0, 0]);
  expect([minutesAndSeconds(125), minutesAndSeconds(59)]).toEqual([
    { minutes: 2, seconds: 5 },
    { minutes: 0, seconds: 59 },
  ]);
});

it("tells the other tabs when the session ends, and no tab before it is known", () => {
  const clock = createIdleClock(inBrowser, () => 1_000);
  window.localStorage.clear();
  expect(clock.endsAt()).toBeUndefined();
  clock.set(900);
  expect(createIdleClock(inBrowser, () => 5_000).endsAt()).toBe(901_000);
  let told = 0;
  const stop = clock.subscribe(() => {
    told += 1;
  });
  window.dispatchEvent(new StorageEvent("storage", { key: "kajo.session.ends-at" }));
  window.dispatchEvent(new StorageEvent("storage", { key: "another" }));
  stop();
  window.dispatchEvent(new StorageEvent("storage", { key: "kajo.session.ends-at" }));
  expect(told).toBe(1);
});
