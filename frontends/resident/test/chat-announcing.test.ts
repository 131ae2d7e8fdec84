// @vitest-environment node
/** When a place in a line is told aloud, and when a queue may shut before it is somebody's turn. */
import { expect, it } from "vitest";
import { tellIn } from "../src/features/chat/announcing";
import { shutsBefore } from "../src/features/chat/waiting-words";

const now = Date.parse("2026-11-27T08:30:00Z");

it("CHA-04 tells the first place at once, and the same one only once", () => {
  expect(tellIn(undefined, 12, now)).toBe(0);
  expect(tellIn({ ahead: 12, at: now }, 12, now + 600_000)).toBeUndefined();
});

it("CHA-04 tells the last three places at once, however soon", () => {
  const told = { ahead: 3, at: now };
  expect([2, 1, 0].map((ahead) => tellIn(told, ahead, now + 1_000))).toEqual([0, 0, 0]);
});

it("CHA-04 tells others once a minute at most", () => {
  const told = { ahead: 12, at: now };
  expect(tellIn(told, 11, now + 1_000)).toBe(59_000);
  expect(tellIn(told, 9, now + 59_000)).toBe(1_000);
  expect(tellIn(told, 9, now + 90_000)).toBe(0);
  expect(tellIn(told, 13, now + 90_000)).toBe(0);
});

it("CHA-04 warns where the queue shuts before the longest wait is over", () => {
  const standing = { state: "CHAT_QUEUE_STATE_OPEN", closesAt: "2026-11-27T08:40:00Z" } as const;
  expect(shutsBefore(standing, { fromMinutes: 5, untilMinutes: 15 }, now)).toEqual(new Date(standing.closesAt));
  expect(shutsBefore(standing, { fromMinutes: 5, untilMinutes: 10 }, now)).toBeUndefined();
  expect(shutsBefore(standing, undefined, now)).toBeUndefined();
  expect(
    shutsBefore({ ...standing, state: "CHAT_QUEUE_STATE_CLOSED" }, { fromMinutes: 5, untilMinutes: 15 }, now),
  ).toBeUndefined();
});
