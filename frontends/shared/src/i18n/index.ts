export { clockChange, isAbroad } from "./clock";
export {
  clockText,
  dateTimeText,
  dayKey,
  daysBetween,
  dayText,
  monthText,
  shortDayText,
  timeText,
  weekdayText,
} from "./dates";
export { detectLanguage, languageCookie, languageCookieLine, languageOfPath } from "./detect";
export { type Catalogue, createPlatformIntl } from "./intl";
export { Localized, LocalizedLine } from "./Localized";
export { defaultLanguage, type Language, type LanguageConfig, languageConfig, languages } from "./languages";
export { type CatalogueModule, reasonTexts, speak } from "./parts";
export { addressIn, languageRewrite, pathIn } from "./rewrite";
export {
  dotted,
  localized,
  localizedLang,
  type MessageId,
  type PlainId,
  type Text,
  useLanguage,
  useText,
} from "./text";
