// @vitest-environment node
/** When a closure ends, as its day and time are typed: on the clocks of Finland, wherever the browser is. */
import { expect, it } from "vitest";
import { civilMoment, momentOf } from "../src/features/chat-closure/moment";
import { closingOf, noticeOf } from "../src/features/chat-closure/notice";

it.each([
  ["a winter's day", "2026-12-24", "08:05", "2026-12-24T06:05:00.000Z"],
  ["a summer's day", "2026-06-19", "16:00", "2026-06-19T13:00:00.000Z"],
  ["midnight", "2026-07-01", "00:00", "2026-06-30T21:00:00.000Z"],
  ["an hour that the clocks skip: the first moment after it", "2026-03-29", "03:30", "2026-03-29T01:00:00.000Z"],
  ["an hour that they show twice: the earlier", "2026-10-25", "03:30", "2026-10-25T00:30:00.000Z"],
])("CHA-13 finds %s on the clocks of Finland", (_what, date, time, moment) => {
  expect(momentOf(date, time)).toBe(moment);
});

it("CHA-13 reads the day and the time back that were typed", () => {
  expect(civilMoment(momentOf("2026-12-24", "08:05"))).toEqual({ date: "2026-12-24", time: "08:05" });
  expect(civilMoment(undefined)).toEqual({ date: null, time: null });
});

it("CHA-13 leaves an end as it is that was not touched, also within the hour that the clocks show twice", () => {
  const closure = { text: { texts: { fi: "Palaamme pian." } }, until: "2026-10-25T01:30:00Z" };
  const notice = noticeOf(closure);
  expect(closingOf("queue", notice, closure)).toMatchObject({ text: { fi: "Palaamme pian." }, until: closure.until });
  expect(closingOf("queue", { ...notice, time: "12:00" }, closure).until).toBe("2026-10-25T10:00:00.000Z");
  expect(closingOf("queue", { ...notice, date: null, time: null }, closure)).not.toHaveProperty("until");
});
