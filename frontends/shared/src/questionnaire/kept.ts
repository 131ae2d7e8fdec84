/** What counts of an answer. */
import type {
  AnswerJson,
  AnswersJson,
  AnswerValueJson,
  ItemJson,
  ItemTypeJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";

type Kind = keyof AnswerValueJson;

/** The kinds of values that an item takes, by its type; others are not answered. */
const taken: Readonly<Partial<Record<ItemTypeJson, readonly Kind[]>>> = {
  ITEM_TYPE_BOOLEAN: ["boolean"],
  ITEM_TYPE_STRING: ["text"],
  ITEM_TYPE_TEXT: ["text"],
  ITEM_TYPE_INTEGER: ["integer"],
  ITEM_TYPE_DECIMAL: ["decimal"],
  ITEM_TYPE_DATE: ["date"],
  ITEM_TYPE_TIME: ["time"],
  ITEM_TYPE_CHOICE: ["code"],
  ITEM_TYPE_OPEN_CHOICE: ["code", "other"],
};

const none: readonly Kind[] = [];

export const isChoice = ({ type }: ItemJson) => type === "ITEM_TYPE_CHOICE" || type === "ITEM_TYPE_OPEN_CHOICE";

/** What is read or computed is not answered, and nothing about it is wrong. */
export const isAnswered = ({ type }: ItemJson) =>
  type !== "ITEM_TYPE_GROUP" && type !== "ITEM_TYPE_DISPLAY" && type !== "ITEM_TYPE_SCORE";

export const kindsOf = ({ type }: ItemJson): readonly Kind[] => taken[type ?? "ITEM_TYPE_UNSPECIFIED"] ?? none;

/** The kind of a value; undefined: it says nothing. */
export function kindOf(value: AnswerValueJson | undefined): Kind | undefined {
  for (const kind in value) if (value[kind as Kind] !== undefined) return kind as Kind;
  return undefined;
}

/** Without what is white at both ends; `trim` knows another white space than Unicode does. */
export const trimmed = (text: string) => text.replace(/^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu, "");

/** The answers by their items: of two to one item the first counts. */
export function byItem({ answers = [] }: AnswersJson): ReadonlyMap<string, AnswerJson> {
  const found = new Map<string, AnswerJson>();
  for (const answer of answers) {
    const linkId = answer.linkId ?? "";
    if (!found.has(linkId)) found.set(linkId, answer);
  }
  return found;
}

export interface Kept {
  readonly values: readonly AnswerValueJson[];
  /** Something was answered that the item does not take. */
  readonly isWrongKind: boolean;
}

/** What is kept of an answer to this item, which is enabled. */
export function keptOf(item: ItemJson, answer: AnswerJson | undefined): Kept {
  const kinds = kindsOf(item);
  const codes = new Set<string>();
  const values: AnswerValueJson[] = [];
  let isWrongKind = false;
  for (const given of isAnswered(item) ? (answer?.values ?? []) : []) {
    const kind = kindOf(given);
    const value = kind === "text" || kind === "other" ? { [kind]: trimmed(given[kind] ?? "") } : given;
    if (kind === undefined || ((kind === "text" || kind === "other") && value[kind] === "")) continue;
    if (!kinds.includes(kind)) isWrongKind = true;
    else if (value.code === undefined || !codes.has(value.code)) values.push(value);
    if (value.code !== undefined) codes.add(value.code);
  }
  return { values, isWrongKind };
}
