/**
 * Words in the language itself, figures and dates in the locale its configuration names: no browser knows Sami dates,
 * and Sami readers are used to the Finnish ones.
 */
import { createIntl, createIntlCache, type IntlShape, type MessageFormatElement } from "react-intl";
import { type Language, languageConfig } from "./languages";

/** Texts by their ids, as `tools/i18n-compile.mjs` leaves them: plain ones as they are, others parsed. */
export type Catalogue = Record<string, string | MessageFormatElement[]>;

const timeZone = "Europe/Helsinki";

/** The library parses a plain text when it is given values, and its parser does not come along. */
const elementsOf = (catalogue: Catalogue) =>
  Object.fromEntries(
    Object.entries(catalogue).map(([id, text]) => [id, typeof text === "string" ? [{ type: 0, value: text }] : text]),
  ) as Record<string, MessageFormatElement[]>;

export function createPlatformIntl(language: Language, catalogue: Catalogue): IntlShape {
  const config = languageConfig[language];
  const onError = (error: Error & { code?: string }) => {
    // Figures have no messages of their own, and a browser without Sami formats is what this file is for.
    if (error.code === "MISSING_DATA") return;
    console.error(error);
  };
  const messages = elementsOf(catalogue);
  const words = createIntl({ locale: config.iso, messages, timeZone, onError }, createIntlCache());
  const figures = createIntl({ locale: config.formatLocale, messages: {}, timeZone, onError }, createIntlCache());
  // formatMessage hands these formatters down, so `{n, number}`, `{d, date}` and `#` follow them.
  words.formatters.getDateTimeFormat = (_locale, options) =>
    figures.formatters.getDateTimeFormat(config.formatLocale, { timeZone, ...options });
  words.formatters.getNumberFormat = (_locale, options) =>
    figures.formatters.getNumberFormat(config.formatLocale, options);
  return {
    ...words,
    formatDate: figures.formatDate,
    formatTime: figures.formatTime,
    formatNumber: figures.formatNumber,
    formatRelativeTime: figures.formatRelativeTime,
    formatList: figures.formatList,
  } as IntlShape;
}

/** Texts that come later: whatever is drawn from now on has them. */
export function addTexts(intl: IntlShape, catalogue: Catalogue): void {
  Object.assign(intl.messages, elementsOf(catalogue));
}
