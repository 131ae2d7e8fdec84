export { dateTimeText, dayKey, daysBetween, dayText, timeText } from "./dates";
export { detectLanguage, languageCookie, languageCookieLine, languageOfPath } from "./detect";
export { type Catalogue, createPlatformIntl } from "./intl";
export { defaultLanguage, type Language, type LanguageConfig, languageConfig, languages } from "./languages";
export { addressIn, languageRewrite, pathIn } from "./rewrite";
export { dotted, localized, localizedLang, type MessageId, type Text, useLanguage, useText } from "./text";
