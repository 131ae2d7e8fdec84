/** The languages of the apps and what each brings with it (NAV-22). */

export const languages = ["fi", "en", "sv", "sme", "smn", "sms"] as const;

/** As the path names it. */
export type Language = (typeof languages)[number];

export interface LanguageConfig {
  /** What the language calls itself. */
  readonly name: string;
  /** ISO code, as `<html lang>` has it: the path says sme, the code is se. */
  readonly iso: string;
  /** Locale of dates: names of months and weekdays. */
  readonly dateLocale: "fi" | "en-GB" | "sv";
  /** Locale of numbers and of the browser's own formats. */
  readonly formatLocale: "fi-FI" | "en-GB" | "sv-FI";
  /** Date and time in notifications and threads, in the tokens of Unicode (dates.ts). */
  readonly notificationPattern: string;
  /** What the components of the design system speak. */
  readonly designLanguage: "fi-FI" | "en-GB" | "sv-SE";
  /** Language of surveys. */
  readonly surveysLanguage: "fi" | "en" | "sv";
}

const finnish = {
  dateLocale: "fi",
  formatLocale: "fi-FI",
  notificationPattern: "dd.MM.yyyy 'klo' HH:mm",
  designLanguage: "fi-FI",
  surveysLanguage: "fi",
} as const;

/** The Sami languages write dates the Finnish way and have surveys in Finnish. */
export const languageConfig = {
  fi: { name: "Suomi", iso: "fi", ...finnish },
  en: {
    name: "English",
    iso: "en",
    dateLocale: "en-GB",
    formatLocale: "en-GB",
    notificationPattern: "cccc PP 'at' p",
    designLanguage: "en-GB",
    surveysLanguage: "en",
  },
  sv: {
    name: "Svenska",
    iso: "sv",
    dateLocale: "sv",
    formatLocale: "sv-FI",
    notificationPattern: "cccc PP 'kl.'\u00A0p",
    designLanguage: "sv-SE",
    surveysLanguage: "sv",
  },
  sme: { name: "Davvisámegiella", iso: "se", ...finnish },
  smn: { name: "Anarâškielâ", iso: "smn", ...finnish },
  sms: { name: "Nuõrttsääʹmǩiõll", iso: "sms", ...finnish },
} as const satisfies Record<Language, LanguageConfig>;

export const defaultLanguage: Language = "fi";
