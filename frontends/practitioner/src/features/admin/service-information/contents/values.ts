/** What the editor of a content holds, and what can be said of its languages before anything is sent. */
import { type Language, languages, type MessageId } from "@kajo/shared/i18n";
import type { ServiceContentDetailsJson, ServiceContentTypeJson } from "@kajo/shared/rpc";
import { unspecified } from "./types";

export interface LanguageValue {
  readonly title: string;
  readonly text: string;
  readonly stale: boolean;
}

export type Values = Readonly<Record<Language, LanguageValue>> & {
  readonly name: string;
  readonly type: ServiceContentTypeJson;
};

/** In the order of the tabs: those that have to be written first. */
export const ordered: readonly Language[] = ["fi", "sv", "en", "sme", "smn", "sms"];

/** Published together; a Sami language is whole or not there. */
export const needed: readonly Language[] = ["fi", "sv", "en"];

const nothing: LanguageValue = { title: "", text: "", stale: false };

export function valuesOf(details: ServiceContentDetailsJson | undefined): Values {
  const written = languages.map((language) => [language, { ...nothing, ...details?.[language] }] as const);
  return {
    ...(Object.fromEntries(written) as Readonly<Record<Language, LanguageValue>>),
    name: details?.name ?? "",
    type: details?.type ?? unspecified,
  };
}

const isBlank = ({ title, text }: LanguageValue) => !title.trim() && !text.trim();
const saysTheSame = (one: LanguageValue, other: LanguageValue) => one.title === other.title && one.text === other.text;

export type LanguageState = "empty" | "begun" | "stale" | "complete";

export const stateTexts = {
  empty: "serviceContents.language.empty",
  begun: "serviceContents.language.begun",
  stale: "serviceContents.language.stale",
  complete: "serviceContents.language.complete",
} as const satisfies Record<LanguageState, MessageId>;

/** How far a language is, over what is kept: as the server will see it when it is saved. */
export function stateOf(values: Values, kept: Values, language: Language): LanguageState {
  const now = values[language];
  if (isBlank(now)) return "empty";
  if (!now.title.trim() || !now.text.trim()) return "begun";
  if (language === "fi") return "complete";
  const isUntouched = saysTheSame(now, kept[language]);
  const sourceChanged = !isBlank(kept.fi) && !saysTheSame(values.fi, kept.fi);
  return isUntouched && (now.stale || sourceChanged) ? "stale" : "complete";
}

/** The server's names of the fields. */
export const fieldName = (language: Language, part: "title" | "text") => `details.${language}.${part}` as const;
export type FieldName = "details.name" | "details.type" | ReturnType<typeof fieldName>;

export const partTexts = { title: "serviceContents.field.title", text: "serviceContents.field.text" } as const;

/** The language of a field. */
export const languageOf = (field: string): Language | undefined =>
  languages.find((language) => field.startsWith(`details.${language}.`));
