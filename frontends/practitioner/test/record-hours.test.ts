// @vitest-environment node
import { describe, expect, it } from "vitest";
import {
  exceptionalDays,
  exceptionalValues,
  hoursIn,
  hoursText,
  weeklyHours,
  weekValue,
} from "../src/features/admin/module/hours";

describe("hours as people write them", () => {
  it("reads dots, colons, dashes and whole hours", () => {
    expect(hoursIn("8-11, 12.30–15:05")).toEqual([
      { from: "08:00", until: "11:00" },
      { from: "12:30", until: "15:05" },
    ]);
    expect(hoursIn(" ")).toEqual([]);
  });

  it("does not guess", () => {
    for (const text of ["8", "8-", "eight-nine", "8-24", "8.60-9", "8-9 10-11", "8-9;10-11"]) {
      expect(hoursIn(text), text).toBeUndefined();
    }
  });

  it("writes what it reads", () => {
    const weekly = [
      { weekday: 1, hours: { from: "08:00", until: "11:00" } },
      { weekday: 1, hours: { from: "12:00", until: "15:00" } },
      { weekday: 7, hours: { from: "09:00", until: "10:00" } },
    ];
    expect(weekValue(weekly).monday).toBe("08:00–11:00, 12:00–15:00");
    expect(weeklyHours(weekValue(weekly))).toEqual(weekly);
    const days = [
      { date: "2026-12-06", hours: [] },
      { date: "2026-12-07", hours: [{ from: "16:00", until: "20:00" }] },
    ];
    expect(exceptionalDays(exceptionalValues(days))).toEqual(days);
    expect(hoursText([])).toBe("");
  });
});
