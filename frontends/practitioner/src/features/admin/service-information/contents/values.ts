/** What the editor of a content holds. */
import { type Language, languages } from "@kajo/shared/i18n";
import type { ServiceContentDetailsJson, ServiceContentTypeJson } from "@kajo/shared/rpc";
import { type InLanguages, type LanguageState, stateIn, type Written } from "../../publication/languages";
import { unspecified } from "./types";

type Part = "title" | "text";

const parts: readonly Part[] = ["title", "text"];

export type LanguageValue = Written<Part>;

export type Values = InLanguages<Part> & {
  readonly name: string;
  readonly type: ServiceContentTypeJson;
};

const nothing: LanguageValue = { title: "", text: "", stale: false };

export function valuesOf(details: ServiceContentDetailsJson | undefined): Values {
  const written = languages.map((language) => [language, { ...nothing, ...details?.[language] }] as const);
  return {
    ...(Object.fromEntries(written) as Readonly<Record<Language, LanguageValue>>),
    name: details?.name ?? "",
    type: details?.type ?? unspecified,
  };
}

export const stateOf = (values: Values, kept: Values, language: Language): LanguageState =>
  stateIn<Part>(parts, values, kept, language);

/** The server's names of the fields. */
export const fieldName = (language: Language, part: Part) => `details.${language}.${part}` as const;
export type FieldName = "details.name" | "details.type" | ReturnType<typeof fieldName>;
