/** What the editor of a document holds. */
import { type Language, languages, type PlainId } from "@kajo/shared/i18n";
import type { DocumentDetailsJson } from "@kajo/shared/rpc";
import {
  type InLanguages,
  type LanguageState,
  needed,
  partTexts as ofAll,
  ordered,
  stateIn,
  type Written,
} from "../../publication/languages";
import type { DocumentShape } from "./types";

export type Part = "title" | "text" | "linkText" | "linkUrl";

export type LanguageValue = Written<Part>;

export type Values = InLanguages<Part>;

const nothing: LanguageValue = { title: "", text: "", linkText: "", linkUrl: "", stale: false };

const valuesBy = (valueIn: (language: Language) => LanguageValue) =>
  Object.fromEntries(languages.map((language) => [language, valueIn(language)])) as Readonly<
    Record<Language, LanguageValue>
  >;

export const valuesOf = (details: DocumentDetailsJson | undefined): Values =>
  valuesBy((language) => ({ ...nothing, ...details?.[language] }));

export const emptied: Values = valuesBy(() => nothing);

/** What a document of this type is made of: all parts, or none of them. */
export const partsOf = ({ tone }: DocumentShape): readonly Part[] =>
  tone === undefined ? ["title", "text"] : ["title", "text", "linkText", "linkUrl"];

export const stateOf = (type: DocumentShape, values: Values, kept: Values, language: Language): LanguageState =>
  stateIn<Part>(partsOf(type), values, kept, language);

/** What publishing does, as far as it can be seen here. */
export interface Effect {
  /** Readers see the announcement from then on, or see it no longer. */
  readonly announced: "shown" | "removed" | undefined;
  readonly stale: readonly Language[];
}

/** `isInForce`: readers see something of it now. */
export function effectOf(type: DocumentShape, values: Values, kept: Values, isInForce: boolean): Effect {
  const states = new Map(ordered.map((language) => [language, stateOf(type, values, kept, language)]));
  const all = [...states.values()];
  const stale = ordered.filter((language) => states.get(language) === "stale");
  if (type.tone === undefined) return { announced: undefined, stale };
  if (all.every((state) => state === "empty")) return { announced: isInForce ? "removed" : undefined, stale };
  // What is filled in in part is refused: nobody is asked about that first.
  const isRefused = all.includes("begun") || needed.some((language) => states.get(language) === "empty");
  return { announced: isRefused ? undefined : "shown", stale };
}

const serverNames = { title: "title", text: "text", linkText: "link_text", linkUrl: "link_url" } as const;

/** The server's names of the fields. */
export const fieldName = (language: Language, part: Part) => `details.${language}.${serverNames[part]}` as const;
export type FieldName = ReturnType<typeof fieldName>;

export const partTexts = {
  ...ofAll,
  linkText: "documents.field.linkText",
  linkUrl: "documents.field.linkUrl",
} as const satisfies Record<Part, PlainId>;
