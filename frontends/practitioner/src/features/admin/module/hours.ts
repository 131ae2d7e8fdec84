/** Hours of a week and of single days, as people write them: "8-11, 12.30-15". */
import type { CivilHoursJson, ExceptionalDayJson, WeeklyHoursJson } from "@kajo/shared/rpc";

export type { ExceptionalDayJson, WeeklyHoursJson };

/** As the server names the fields of a week. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
type Weekday = (typeof weekdays)[number];

export const weekdayTexts = {
  monday: "admin.weekday.monday",
  tuesday: "admin.weekday.tuesday",
  wednesday: "admin.weekday.wednesday",
  thursday: "admin.weekday.thursday",
  friday: "admin.weekday.friday",
  saturday: "admin.weekday.saturday",
  sunday: "admin.weekday.sunday",
} as const;

/** The hours of each weekday, as they are written. */
export type WeekValue = Readonly<Record<Weekday, string>>;

/** A day with hours of its own, as they are written; without hours it is closed. */
export interface ExceptionalValue {
  readonly date: string | null;
  readonly hours: string;
}

const pair = /^(\d{1,2})(?:[.:](\d{2}))?\s*[-–—]\s*(\d{1,2})(?:[.:](\d{2}))?$/;

function timeOf(hours = "", minutes = "00"): string | undefined {
  return Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, "0")}:${minutes}` : undefined;
}

interface Reading {
  /** Hours may end with the day, at 24. */
  readonly toMidnight?: boolean;
}

/** The hours that a text says; undefined when it cannot be read. Which hours are allowed, the server says. */
export function hoursIn(text: string, { toMidnight = false }: Reading = {}): readonly CivilHoursJson[] | undefined {
  const read = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, fromHours, fromMinutes, untilHours, untilMinutes] = pair.exec(part) ?? [];
      const isMidnight = toMidnight && untilHours === "24" && Number(untilMinutes ?? 0) === 0;
      const [from, until] = [timeOf(fromHours, fromMinutes), isMidnight ? "24:00" : timeOf(untilHours, untilMinutes)];
      return fromHours && untilHours && from && until ? { from, until } : undefined;
    });
  return read.every((hours) => hours !== undefined) ? read : undefined;
}

export const hoursText = (hours: readonly CivilHoursJson[]) =>
  hours.map(({ from = "", until = "" }) => `${from}–${until}`).join(", ");

export function weekValue(weekly: readonly WeeklyHoursJson[] = [], written = hoursText): WeekValue {
  const of = (number: number) =>
    written(weekly.flatMap(({ weekday, hours }) => (weekday === number && hours ? [hours] : [])));
  return Object.fromEntries(weekdays.map((day, index) => [day, of(index + 1)])) as WeekValue;
}

export const weeklyHours = (week: WeekValue, reading?: Reading): readonly WeeklyHoursJson[] =>
  weekdays.flatMap((day, index) => (hoursIn(week[day], reading) ?? []).map((hours) => ({ weekday: index + 1, hours })));

export const exceptionalValues = (days: readonly ExceptionalDayJson[] = []): readonly ExceptionalValue[] =>
  days.map(({ date = null, hours = [] }) => ({ date, hours: hoursText(hours) }));

export const exceptionalDays = (days: readonly ExceptionalValue[]): readonly ExceptionalDayJson[] =>
  days.map(({ date, hours }) => ({ date: date ?? "", hours: [...(hoursIn(hours) ?? [])] }));
