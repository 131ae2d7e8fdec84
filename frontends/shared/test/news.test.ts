// @vitest-environment node
import { expect, it } from "vitest";
import { firstUnread, lastNumber, messagesAfter } from "../src/thread/scroll-position/news";

const message = (number: number, authorId: string) => ({ number: String(number), message: { authorId } });
const event = (number: number) => ({ number: String(number), systemEvent: {} });
const thread = [message(1, "aino"), event(2), message(3, "liisa"), message(4, "aino"), message(5, "liisa")];
const reading = (readUpTo?: string) => ({
  thread,
  participants: [{ personId: "aino", ...(readUpTo ? { readUpTo } : {}) }],
});

it("opens at the first message of somebody else behind the reader's marker", () => {
  expect(firstUnread(reading(), "aino")).toBe(3);
  expect(firstUnread(reading("3"), "aino")).toBe(5);
  expect(firstUnread(reading("5"), "aino")).toBeUndefined();
});

it("has nothing new for somebody who takes no part", () => {
  expect(firstUnread(reading(), "pekka")).toBeUndefined();
});

it("counts what others have written since", () => {
  expect(messagesAfter(thread, "aino", 3).map(({ number }) => number)).toEqual(["5"]);
  expect([lastNumber(thread), lastNumber([])]).toEqual([5, 0]);
});
