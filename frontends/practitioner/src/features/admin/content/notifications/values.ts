/** What the editor of a notification template holds. */
import { type Language, languages, type PlainId } from "@kajo/shared/i18n";
import type { NotificationTemplateDetailsJson } from "@kajo/shared/rpc";
import { type InLanguages, type LanguageState, ordered, stateIn, type Written } from "../../publication/languages";

export type Part = "subject" | "email" | "sms" | "push";

/** All of them are filled in, or none. */
export const parts: readonly Part[] = ["subject", "email", "sms", "push"];

export type LanguageValue = Written<Part>;

export type Values = InLanguages<Part>;

const nothing: LanguageValue = { subject: "", email: "", sms: "", push: "", stale: false };

export const valuesOf = (details: NotificationTemplateDetailsJson | undefined): Values =>
  Object.fromEntries(languages.map((language) => [language, { ...nothing, ...details?.[language] }])) as Readonly<
    Record<Language, LanguageValue>
  >;

export const stateOf = (values: Values, kept: Values, language: Language): LanguageState =>
  stateIn<Part>(parts, values, kept, language);

/** The languages in which something is written, with the words in them. */
export const writtenIn = (values: Values) =>
  ordered
    .filter((language) => parts.some((part) => values[language][part].trim() !== ""))
    .map((language) => ({ language, ...values[language] }));

/** The server's names of the fields. */
export const fieldName = (language: Language, part: Part) => `details.${language}.${part}` as const;
export type FieldName = ReturnType<typeof fieldName>;

export const partTexts = {
  subject: "notificationTemplates.field.subject",
  email: "notificationTemplates.field.email",
  sms: "notificationTemplates.field.sms",
  push: "notificationTemplates.field.push",
} as const satisfies Record<Part, PlainId>;
