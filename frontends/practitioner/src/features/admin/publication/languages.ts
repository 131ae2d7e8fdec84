/** What is published in six languages, while it is written: how far each language is, and which of them a field belongs to. */
import { type Language, languages, type MessageId } from "@kajo/shared/i18n";

/** In the order of the tabs: those that have to be written first. */
export const ordered: readonly Language[] = ["fi", "sv", "en", "sme", "smn", "sms"];

/** Published together; a Sami language is whole or not there. */
export const needed: readonly Language[] = ["fi", "sv", "en"];

type Words<Part extends string> = { readonly [Each in Part]: string };

/** `stale`: the Finnish words have changed since these were translated. */
export type Written<Part extends string> = Words<Part> & { readonly stale: boolean };

export type InLanguages<Part extends string> = { readonly [Each in Language]: Written<Part> };

/** The parts that everything has which is published. */
export const partTexts = { title: "publication.field.title", text: "publication.field.text" } as const;

export type LanguageState = "empty" | "begun" | "stale" | "complete";

export const stateTexts = {
  empty: "publication.language.empty",
  begun: "publication.language.begun",
  stale: "publication.language.stale",
  complete: "publication.language.complete",
} as const satisfies Record<LanguageState, MessageId>;

const filled = <Part extends string>(parts: readonly Part[], words: Words<Part>) =>
  parts.filter((part) => words[part].trim() !== "").length;

const saysTheSame = <Part extends string>(parts: readonly Part[], one: Words<Part>, other: Words<Part>) =>
  parts.every((part) => one[part] === other[part]);

/** How far a language is, over what is kept: as the server will see it when it is saved. */
export function stateIn<Part extends string>(
  parts: readonly Part[],
  values: InLanguages<Part>,
  kept: InLanguages<Part>,
  language: Language,
): LanguageState {
  const now = values[language];
  const count = filled(parts, now);
  if (count === 0) return "empty";
  if (count < parts.length) return "begun";
  if (language === "fi") return "complete";
  const isUntouched = saysTheSame(parts, now, kept[language]);
  const sourceChanged = filled(parts, kept.fi) > 0 && !saysTheSame(parts, values.fi, kept.fi);
  return isUntouched && (now.stale || sourceChanged) ? "stale" : "complete";
}

/** The language of a field, as the server names fields. */
export const languageOf = (field: string): Language | undefined =>
  languages.find((language) => field.startsWith(`details.${language}.`));

/** Which language is shown after a refusal: the one that is, while something in it is wrong; else the first in which something is. */
export function shownAfter(refused: readonly string[], shown: Language): Language {
  const wrong = refused.map(languageOf);
  return wrong.includes(shown) ? shown : (ordered.find((language) => wrong.includes(language)) ?? shown);
}
