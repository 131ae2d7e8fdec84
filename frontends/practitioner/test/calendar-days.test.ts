// @vitest-environment node
/** Days of the calendar, which no change of the clocks moves. */
import { expect, it } from "vitest";
import { dayKey } from "../../shared/src/i18n/dates";
import { daysFrom, isDay, mondayOf, noonOf, plus } from "../src/features/calendar/days";
import { calendarSearch } from "../src/features/calendar/search";

it("SCH-15 counts days over both changes of the clocks, a leap day and the end of a year", () => {
  expect(plus("2027-03-27", 1)).toBe("2027-03-28");
  expect(plus("2027-03-28", 1)).toBe("2027-03-29");
  expect(plus("2027-11-01", -1)).toBe("2027-10-31");
  expect(plus("2028-02-28", 1)).toBe("2028-02-29");
  expect(plus("2026-12-31", 1)).toBe("2027-01-01");
  expect(["2027-03-28", "2027-10-31", "2027-07-01"].map((day) => dayKey(noonOf(day)))).toEqual([
    "2027-03-28",
    "2027-10-31",
    "2027-07-01",
  ]);
});

it("begins weeks on Mondays", () => {
  expect(["2026-11-23", "2026-11-29", "2026-11-30"].map(mondayOf)).toEqual(["2026-11-23", "2026-11-23", "2026-11-30"]);
  expect(daysFrom("2026-11-29", 3)).toEqual(["2026-11-29", "2026-11-30", "2026-12-01"]);
});

it("takes from an address what means something", () => {
  const id = "0190f5a0-0000-7000-8000-000000000001";
  expect(isDay("2027-02-29") || isDay("27-02-01") || isDay("x")).toBe(false);
  expect(calendarSearch({ view: "month", date: "2027-02-30", schedules: "x", patient: "y" })).toEqual({});
  expect(calendarSearch({ view: "week", date: "2027-02-28", schedules: [id, 1, "x"], patient: id })).toEqual({
    view: "week",
    date: "2027-02-28",
    schedules: [id],
    patient: id,
  });
});
