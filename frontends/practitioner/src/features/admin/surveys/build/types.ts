/** What a survey is built of, by the names of the contract, and how each type is called. */
import type { MessageId } from "@kajo/shared/i18n";
import type { SurveyDetailsJson } from "@kajo/shared/rpc";

export type QuestionnaireJson = NonNullable<SurveyDetailsJson["questionnaire"]>;
export type ItemJson = NonNullable<QuestionnaireJson["items"]>[number];
export type ItemType = NonNullable<ItemJson["type"]>;
export type ConditionJson = NonNullable<ItemJson["enableWhen"]>[number];
export type Operator = NonNullable<ConditionJson["operator"]>;
export type AnswerValueJson = NonNullable<ConditionJson["value"]>;
export type OptionJson = NonNullable<ItemJson["options"]>[number];
export type ScoreJson = NonNullable<ItemJson["score"]>;
export type BandJson = NonNullable<ScoreJson["bands"]>[number];
export type TextsJson = NonNullable<ItemJson["text"]>;
export type RichJson = NonNullable<ItemJson["display"]>[string];

/** The editor holds every field, whatever the contract leaves out. */
export type Values = Required<SurveyDetailsJson>;

/** In place of a link ID: the survey itself. No link ID has a colon. */
export const detailsKey = ":details";

/** Fields that change; undefined: it is left out from now on. */
export type Patch<Of> = { readonly [Key in keyof Of]?: Of[Key] | undefined };

/** In the order in which they are offered. */
export const itemTypes = {
  ITEM_TYPE_CHOICE: "survey.type.choice",
  ITEM_TYPE_OPEN_CHOICE: "survey.type.openChoice",
  ITEM_TYPE_BOOLEAN: "survey.type.boolean",
  ITEM_TYPE_STRING: "survey.type.string",
  ITEM_TYPE_TEXT: "survey.type.text",
  ITEM_TYPE_INTEGER: "survey.type.integer",
  ITEM_TYPE_DECIMAL: "survey.type.decimal",
  ITEM_TYPE_DATE: "survey.type.date",
  ITEM_TYPE_TIME: "survey.type.time",
  ITEM_TYPE_DISPLAY: "survey.type.display",
  ITEM_TYPE_GROUP: "survey.type.group",
  ITEM_TYPE_SCORE: "survey.type.score",
} as const satisfies Readonly<Partial<Record<ItemType, MessageId>>>;

export const isChoice = (type: ItemType | undefined) => type === "ITEM_TYPE_CHOICE" || type === "ITEM_TYPE_OPEN_CHOICE";

/** It is asked, and answered by people. */
export const isQuestion = (type: ItemType | undefined) =>
  type !== "ITEM_TYPE_GROUP" && type !== "ITEM_TYPE_DISPLAY" && type !== "ITEM_TYPE_SCORE";

/** With other fields; what has become undefined is not there any more. */
export const patched = <Of extends object>(of: Of, patch: Patch<Of>): Of =>
  Object.fromEntries(Object.entries({ ...of, ...patch }).filter(([, value]) => value !== undefined)) as Of;

/** A text with other Finnish words; without any words it is none. */
export function inFinnish(text: TextsJson | undefined, words: string): TextsJson | undefined {
  const texts = { ...text?.texts, fi: words };
  return Object.values(texts).some(Boolean) ? { texts } : undefined;
}

export const finnishOf = (text: TextsJson | undefined) => text?.texts?.fi ?? "";
