/** Dates in the patterns of each language, always in the time of Finland. */
import { tz } from "@date-fns/tz";
import { format } from "date-fns";
import { enGB } from "date-fns/locale/en-GB";
import { fi } from "date-fns/locale/fi";
import { sv } from "date-fns/locale/sv";
import { type Language, languageConfig } from "./languages";

const locales = { fi, "en-GB": enGB, sv } as const;

const zone = tz("Europe/Helsinki");

function formatted(language: Language, at: Date, pattern: string): string {
  return format(at, pattern, { locale: locales[languageConfig[language].dateLocale], in: zone });
}

/** The notification pattern of the language, for example "05.03.2026 klo 14:07". */
export function dateTimeText(language: Language, at: Date): string {
  return formatted(language, at, languageConfig[language].notificationPattern);
}

/** Time of day. */
export function timeText(language: Language, at: Date): string {
  return formatted(language, at, language === "en" || language === "sv" ? "p" : "HH:mm");
}

/** A day with its weekday. */
export function dayText(language: Language, at: Date): string {
  return formatted(language, at, language === "en" || language === "sv" ? "cccc PPP" : "cccc d.M.yyyy");
}

/** Names the day in Finland; equal for two moments of the same day. */
export function dayKey(at: Date): string {
  return format(at, "yyyy-MM-dd", { in: zone });
}

/** Whole days between two moments, as the calendar of Finland counts them. */
export function daysBetween(earlier: Date, later: Date): number {
  const midnight = (at: Date) => Date.parse(`${dayKey(at)}T00:00:00Z`);
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000);
}
