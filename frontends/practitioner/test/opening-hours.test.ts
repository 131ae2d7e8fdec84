// @vitest-environment node
import type { Text } from "@kajo/shared/i18n";
import { describe, expect, it } from "vitest";
import { hoursIn } from "../src/features/admin/module/hours";
import {
  openingHoursLabels,
  openingHoursOf,
  openingHoursProblems,
  openingHoursValue,
} from "../src/features/admin/module/opening-hours";

/** Says the key instead of the words. */
const t = ((key: string) => key) as unknown as Text;

const path = "details.hours";
const eight = { from: "08:00", until: "16:00" };
const fresh = openingHoursValue();

describe("CHA-02 opening hours as people write them", () => {
  it("begin weekly, and closed on holidays and their eves", () => {
    expect(fresh).toMatchObject({
      rule: "HOURS_RULE_WEEKLY",
      holidays: "HOLIDAY_RULE_CLOSED",
      eves: "HOLIDAY_RULE_CLOSED",
      exceptions: [],
    });
    expect(openingHoursProblems(path, fresh, t)).toEqual({});
  });

  it("may end with the day or after midnight, and with nothing later than 24", () => {
    const day = (daily: string) => openingHoursOf({ ...fresh, rule: "HOURS_RULE_DAILY", daily }).daily;
    expect(day("0-24")).toEqual([{ from: "00:00", until: "24:00" }]);
    expect(day("8-11, 12.30–24.00")).toEqual([
      { from: "08:00", until: "11:00" },
      { from: "12:30", until: "24:00" },
    ]);
    expect(day("22-2")).toEqual([{ from: "22:00", until: "02:00" }]);
    for (const text of ["8-24.30", "24-8", "8-25"]) expect(hoursIn(text, { toMidnight: true }), text).toBeUndefined();
  });

  it("are written as Finns write them, and read again as they were", () => {
    const kept = {
      rule: "HOURS_RULE_WEEKLY" as const,
      weekly: [
        { weekday: 1, hours: eight },
        // As the server has midnight, that of the day's end too.
        { weekday: 6, hours: { from: "18:00", until: "00:00" } },
        { weekday: 7, hours: { from: "00:00", until: "00:00" } },
      ],
      holidays: "HOLIDAY_RULE_HOURS" as const,
      holidayWindows: [{ from: "10:00", until: "12:30" }],
      eves: "HOLIDAY_RULE_REGULAR" as const,
      exceptions: [
        { from: "2026-12-23", until: "2027-01-06", yearly: true, hours: [] },
        { from: "2026-12-31", hours: [eight] },
      ],
    };
    const value = openingHoursValue(kept);
    expect(value.weekly).toMatchObject({
      monday: "8.00–16.00",
      tuesday: "",
      saturday: "18.00–24.00",
      sunday: "0.00–24.00",
    });
    expect(value.holidayHours).toBe("10.00–12.30");
    expect(value.exceptions[1]).toEqual({ from: "2026-12-31", until: null, yearly: false, hours: "8.00–16.00" });
    const sent = openingHoursOf(value);
    expect(openingHoursValue(sent)).toEqual(value);
    expect(sent).toEqual({
      ...kept,
      weekly: [
        kept.weekly[0],
        { weekday: 6, hours: { from: "18:00", until: "24:00" } },
        { weekday: 7, hours: { from: "00:00", until: "24:00" } },
      ],
      daily: [],
      eveWindows: [],
      exceptions: [kept.exceptions[0], { from: "2026-12-31", until: "", yearly: false, hours: [eight] }],
    });
  });
});

describe("CHA-02 what is sent and told of opening hours", () => {
  it("sends only the hours that the rules ask for", () => {
    const value = { ...fresh, daily: "8-16", weekly: { ...fresh.weekly, monday: "9-10" }, holidayHours: "10-12" };
    expect(openingHoursOf(value)).toMatchObject({ daily: [], holidayWindows: [] });
    expect(openingHoursOf({ ...value, rule: "HOURS_RULE_DAILY" })).toMatchObject({ daily: [eight], weekly: [] });
  });

  it("tells what cannot be read at the server's names, and nothing that is not asked for", () => {
    const unreadable = "error.reason.chat_hours_unreadable";
    const value = {
      ...fresh,
      daily: "all day",
      weekly: { ...fresh.weekly, friday: "8" },
      holidays: "HOLIDAY_RULE_HOURS" as const,
      holidayHours: "noon",
      eveHours: "noon",
      exceptions: [{ from: "2026-12-23", until: null, yearly: false, hours: "8-" }],
    };
    expect(openingHoursProblems(path, value, t)).toEqual({
      "details.hours.weekly.friday": unreadable,
      "details.hours.holiday_windows": unreadable,
      "details.hours.exceptions": unreadable,
    });
    expect(Object.keys(openingHoursProblems(path, { ...value, rule: "HOURS_RULE_DAILY" }, t))).toContain(
      "details.hours.daily",
    );
    for (const name of Object.keys(openingHoursProblems(path, value, t))) {
      expect(Object.keys(openingHoursLabels(path, t))).toContain(name);
    }
  });

  it("asks each exception for its first day", () => {
    const exceptions = [{ from: null, until: null, yearly: false, hours: "" }];
    expect(openingHoursProblems(path, { ...fresh, exceptions }, t)).toEqual({
      "details.hours.exceptions": "error.reason.chat_exception_dates",
    });
  });
});
