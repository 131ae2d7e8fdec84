import { useIntl } from "react-intl";
import { useCallContext } from "../app/call-context";
import { defaultLanguage, type Language, languageConfig } from "./languages";

export type MessageId = keyof KajoMessages & string;

/** Texts without arguments. */
export type PlainId = { [K in MessageId]: [KajoMessages[K]] extends [never] ? K : never }[MessageId];

/** A text without arguments takes none; others take what the catalogue names. */
type TextArguments<K extends MessageId> = [KajoMessages[K]] extends [never] ? [] : [values: KajoMessages[K]];

export type Text = <K extends MessageId>(id: K, ...values: TextArguments<K>) => string;

/** Texts of the catalogue: `const t = useText(); t("inbox.title")`. Ids and arguments are checked when compiling. */
export function useText(): Text {
  const intl = useIntl();
  return (id, ...values) =>
    intl.formatMessage({ id: id as string }, (values as [Record<string, string>?])[0]) as string;
}

export function useLanguage(): Language {
  return useCallContext().language;
}

type LocalizedText = { readonly texts?: Readonly<Record<string, string>> } | undefined;

/** In which language the reader is told a text: their own, otherwise that of their surveys (NAV-22), otherwise Finnish. */
function toldIn(language: Language, value: LocalizedText): Language | undefined {
  const order = [language, languageConfig[language].surveysLanguage, defaultLanguage];
  return order.find((each) => value?.texts?.[each]);
}

/** A text that the server keeps in several languages (names of categories, surveys). Falls back to Finnish. */
export function localized(language: Language, value: LocalizedText): string {
  const told = toldIn(language, value);
  return (told && value?.texts?.[told]) || "";
}

/** `lang` for a text that fell back to another language, so that a screen reader changes its voice. */
export function localizedLang(language: Language, value: LocalizedText): string | undefined {
  const told = toldIn(language, value) ?? defaultLanguage;
  return told === language ? undefined : languageConfig[told].iso;
}

/** What stands side by side on one line; what is not known leaves no gap. */
export const dotted = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(" · ");
