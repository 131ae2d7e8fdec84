import { dayKey, type Language, languageConfig, timeText } from "@kajo/shared/i18n";

/** As a list has room for: the time of today, else the day, with its year when that is another. Of Finland, as all times. */
export function shortTime(language: Language, at: Date, now = new Date()): string {
  if (dayKey(at) === dayKey(now)) return timeText(language, at);
  const isThisYear = dayKey(at).slice(0, 4) === dayKey(now).slice(0, 4);
  const { dateLocale, formatLocale } = languageConfig[language];
  return new Intl.DateTimeFormat(formatLocale, {
    timeZone: "Europe/Helsinki",
    day: "numeric",
    // Finnish writes its days in figures.
    month: dateLocale === "fi" ? "numeric" : "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(at);
}
