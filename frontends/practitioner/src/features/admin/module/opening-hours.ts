/** Opening hours, as they are written in a form and as they are sent (CHA-02). */
import type { Text } from "@kajo/shared/i18n";
import type {
  HolidayRuleJson,
  HoursExceptionJson,
  HoursRuleJson,
  OpeningHoursJson,
  OpeningWindowJson,
} from "@kajo/shared/rpc";
import { hoursIn, type WeekValue, weekdays, weekdayTexts, weeklyHours, weekValue } from "./hours";

/** Days with hours of their own, as they are written; without hours they are closed. */
export interface HoursExceptionValue {
  readonly from: string | null;
  readonly until: string | null;
  readonly yearly: boolean;
  readonly hours: string;
}

/** What the form holds: what the rules do not ask for now is kept, should they ask for it again. */
export interface OpeningHoursValue {
  readonly rule: HoursRuleJson;
  readonly daily: string;
  readonly weekly: WeekValue;
  readonly holidays: HolidayRuleJson;
  readonly holidayHours: string;
  readonly eves: HolidayRuleJson;
  readonly eveHours: string;
  readonly exceptions: readonly HoursExceptionValue[];
}

const toMidnight = { toMidnight: true };

const windowsIn = (text: string) => [...(hoursIn(text, toMidnight) ?? [])];

const isReadable = (text: string) => hoursIn(text, toMidnight) !== undefined;

/** A time as Finns write it: 8.00. */
const clockText = (time = "") => time.replace(/^0(?=\d)/, "").replace(":", ".");

/** The server has midnight as 00:00, that of the day's end too. */
const endText = (until = "") => clockText(until === "00:00" ? "24:00" : until);

const windowsText = (windows: readonly OpeningWindowJson[] = []) =>
  windows.map(({ from, until }) => `${clockText(from)}–${endText(until)}`).join(", ");

/** The form of what is kept; new hours are weekly, and closed on holidays and their eves. */
export const openingHoursValue = ({
  rule = "HOURS_RULE_WEEKLY",
  daily,
  weekly,
  holidays = "HOLIDAY_RULE_CLOSED",
  holidayWindows,
  eves = "HOLIDAY_RULE_CLOSED",
  eveWindows,
  exceptions = [],
}: OpeningHoursJson = {}): OpeningHoursValue => ({
  rule,
  daily: windowsText(daily),
  weekly: weekValue(weekly, windowsText),
  holidays,
  holidayHours: windowsText(holidayWindows),
  eves,
  eveHours: windowsText(eveWindows),
  exceptions: exceptions.map(({ from, until, yearly = false, hours }) => ({
    from: from || null,
    until: until || null,
    yearly,
    hours: windowsText(hours),
  })),
});

const exceptionOf = ({ from, until, yearly, hours }: HoursExceptionValue): HoursExceptionJson => ({
  from: from ?? "",
  until: until ?? "",
  yearly,
  hours: windowsIn(hours),
});

/** What is sent: the hours that the rules ask for, and no others. */
export function openingHoursOf(value: OpeningHoursValue): OpeningHoursJson {
  const { rule, holidays, eves, exceptions } = value;
  return {
    rule,
    daily: rule === "HOURS_RULE_DAILY" ? windowsIn(value.daily) : [],
    weekly: rule === "HOURS_RULE_WEEKLY" ? [...weeklyHours(value.weekly, toMidnight)] : [],
    holidays,
    holidayWindows: holidays === "HOLIDAY_RULE_HOURS" ? windowsIn(value.holidayHours) : [],
    eves,
    eveWindows: eves === "HOLIDAY_RULE_HOURS" ? windowsIn(value.eveHours) : [],
    exceptions: exceptions.map(exceptionOf),
  };
}

/** Without the exceptions that lack a day, end before they begin, or cannot be read. */
export const withoutUnkeepable = (value: OpeningHoursValue): OpeningHoursValue => ({
  ...value,
  exceptions: value.exceptions.filter(({ from, until, hours }) => from && from <= (until ?? from) && isReadable(hours)),
});

/** Labels by the server's names of the fields below `path`, in the order of the page. */
export const openingHoursLabels = (path: string, t: Text): Record<string, string> => ({
  [`${path}.rule`]: t("openingHours.rule"),
  [`${path}.daily`]: t("openingHours.daily"),
  ...Object.fromEntries(weekdays.map((day) => [`${path}.weekly.${day}`, t(weekdayTexts[day])])),
  [`${path}.holiday_windows`]: t("openingHours.holidayHours"),
  [`${path}.eve_windows`]: t("openingHours.eveHours"),
  [`${path}.exceptions`]: t("openingHours.exceptions"),
});

/** What can be seen to be wrong before it is sent, by the same names. */
export function openingHoursProblems(path: string, value: OpeningHoursValue, t: Text): Record<string, string> {
  const { rule, weekly, holidays, eves, exceptions } = value;
  const asked: readonly (readonly [name: string, text: string])[] = [
    ...(rule === "HOURS_RULE_DAILY" ? [["daily", value.daily] as const] : []),
    ...(rule === "HOURS_RULE_WEEKLY" ? weekdays.map((day) => [`weekly.${day}`, weekly[day]] as const) : []),
    ...(holidays === "HOLIDAY_RULE_HOURS" ? [["holiday_windows", value.holidayHours] as const] : []),
    ...(eves === "HOLIDAY_RULE_HOURS" ? [["eve_windows", value.eveHours] as const] : []),
    ...exceptions.map(({ hours }) => ["exceptions", hours] as const),
  ];
  const unreadable = asked
    .filter(([, text]) => !isReadable(text))
    .map(([name]) => [`${path}.${name}`, t("error.reason.chat_hours_unreadable")]);
  const undated = exceptions.some(({ from }) => !from)
    ? [[`${path}.exceptions`, t("error.reason.chat_exception_dates")]]
    : [];
  return Object.fromEntries([...unreadable, ...undated]);
}
