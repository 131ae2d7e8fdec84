import { useIntl } from "react-intl";
import { useCallContext } from "../app/call-context";
import { defaultLanguage, type Language } from "./languages";

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

/** A text that the server keeps in several languages (names of categories). Falls back to Finnish. */
export function localized(language: Language, value: { texts?: Record<string, string> } | undefined): string {
  return value?.texts?.[language] || value?.texts?.[defaultLanguage] || "";
}

/** `lang` for a text that fell back to Finnish, so that a screen reader changes its voice. */
export function localizedLang(language: Language, value: { texts?: Record<string, string> } | undefined) {
  return value?.texts?.[language] ? undefined : defaultLanguage;
}

/** What stands side by side on one line; what is not known leaves no gap. */
export const dotted = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(" · ");
