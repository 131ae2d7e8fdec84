/**
 * Dates in the patterns of each language, always in the time of Finland. The patterns are written in the tokens of
 * Unicode (TR 35) that the specification uses; names and figures come from the browser, which has them for Finnish, Swedish
 * and English: a date library with its tables would be a tenth of what a phone fetches for a conversation.
 */
import { type Language, type LanguageConfig, languageConfig } from "./languages";

const timeZone = "Europe/Helsinki";

type Locale = LanguageConfig["dateLocale"];

/** Where the short names of months are the ones of the patterns: en-GB would say "Sept". */
const monthNames = { fi: "fi-FI", "en-GB": "en-US", sv: "sv-SE" } as const satisfies Record<Locale, string>;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, known);
  return known;
}

/** The figures of a moment in Finland, each with two digits but the year. */
function figures(at: Date): Readonly<Record<string, string>> {
  const parts = format("en-GB", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

const tokens: Readonly<Record<string, (locale: Locale, at: Date) => string>> = {
  dd: (_locale, at) => figures(at).day ?? "",
  d: (_locale, at) => String(Number(figures(at).day)),
  MM: (_locale, at) => figures(at).month ?? "",
  M: (_locale, at) => String(Number(figures(at).month)),
  MMM: (locale, at) => format(monthNames[locale], { month: "short" }).format(at),
  MMMM: (locale, at) => format(monthNames[locale], { month: "long" }).format(at),
  yyyy: (_locale, at) => figures(at).year ?? "",
  HH: (_locale, at) => figures(at).hour ?? "",
  mm: (_locale, at) => figures(at).minute ?? "",
  ccc: (locale, at) => format(locale, { weekday: "short" }).format(at),
  cccc: (locale, at) => format(locale, { weekday: "long" }).format(at),
  // Long forms of the locale: here those of English and Swedish, which write them alike.
  p: (locale, at) => written(locale, at, "HH:mm"),
  PP: (locale, at) => written(locale, at, "d MMM yyyy"),
  PPP: (locale, at) => written(locale, at, "d MMMM yyyy"),
};

/** Runs of one letter are tokens, what stands between quotes is written as it is. */
const pieces = /'([^']*)'|([a-zA-Z])\2*/g;

function written(locale: Locale, at: Date, pattern: string): string {
  return pattern.replace(pieces, (piece, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted;
    const token = tokens[piece];
    if (!token) throw new Error(`"${piece}" in "${pattern}" is no token`);
    return token(locale, at);
  });
}

function formatted(language: Language, at: Date, pattern: string): string {
  return written(languageConfig[language].dateLocale, at, pattern);
}

/** The notification pattern of the language, for example "05.03.2026 klo 14:07". */
export function dateTimeText(language: Language, at: Date): string {
  return formatted(language, at, languageConfig[language].notificationPattern);
}

/** Time of day. */
export function timeText(language: Language, at: Date): string {
  return formatted(language, at, "HH:mm");
}

/** A day with its weekday; in the Sami languages dates are Finnish in every part, the name of the day included. */
export function dayText(language: Language, at: Date): string {
  return formatted(language, at, language === "en" || language === "sv" ? "cccc PPP" : "cccc d.M.yyyy");
}

/** A month with its year, for example "marraskuu 2026"; in the Sami languages it is Finnish as well. */
export function monthText(language: Language, at: Date): string {
  return formatted(language, at, "MMMM yyyy");
}

const shortDays = { fi: "ccc d.M.", "en-GB": "ccc d MMM", sv: "ccc d.M" } as const satisfies Record<Locale, string>;
const shortDaysWithYear = {
  fi: "ccc d.M.yyyy",
  "en-GB": "ccc d MMM yyyy",
  sv: "ccc d.M.yyyy",
} as const satisfies Record<Locale, string>;

/** A day in short, for example "ma 30.11."; of another year than now, with its year. */
export function shortDayText(language: Language, at: Date, now = new Date()): string {
  const isThisYear = figures(at).year === figures(now).year;
  return formatted(language, at, (isThisYear ? shortDays : shortDaysWithYear)[languageConfig[language].dateLocale]);
}

/** A day of the week in short: 1 is Monday. */
export function weekdayText(language: Language, weekday: number): string {
  // The first of January 2024 was a Monday.
  return formatted(language, new Date(Date.UTC(2024, 0, weekday, 12)), "ccc");
}

/** A time of day ("08:00") as opening hours are written in Finland: 8.00. English keeps its own way. */
export function clockText(language: Language, time: string): string {
  return language === "en" ? time : time.replace(/^0(?=\d)/, "").replace(":", ".");
}

/** Names the day in Finland; equal for two moments of the same day. */
export function dayKey(at: Date): string {
  return written("fi", at, "yyyy-MM-dd");
}

/** Whole days between two moments, as the calendar of Finland counts them. */
export function daysBetween(earlier: Date, later: Date): number {
  const midnight = (at: Date) => Date.parse(`${dayKey(at)}T00:00:00Z`);
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000);
}
