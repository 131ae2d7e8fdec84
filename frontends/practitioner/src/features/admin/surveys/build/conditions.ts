/** Conditions as sentences: what can be said of an item, and with what it is compared. */
import type { MessageId } from "@kajo/shared/i18n";
import { type AnswerValueJson, type ConditionJson, type ItemJson, isChoice, type Operator, patched } from "./types";

/** What is said of an answer. "Answered" and "unanswered" are one operator, compared with yes and no. */
export type Saying =
  | "answered"
  | "unanswered"
  | "equal"
  | "notEqual"
  | "greater"
  | "greaterOrEqual"
  | "less"
  | "lessOrEqual";

export const sayingTexts = {
  answered: "survey.condition.answered",
  unanswered: "survey.condition.unanswered",
  equal: "survey.condition.equal",
  notEqual: "survey.condition.notEqual",
  greater: "survey.condition.greater",
  greaterOrEqual: "survey.condition.greaterOrEqual",
  less: "survey.condition.less",
  lessOrEqual: "survey.condition.lessOrEqual",
} as const satisfies Record<Saying, MessageId>;

const operators = {
  answered: "OPERATOR_EXISTS",
  unanswered: "OPERATOR_EXISTS",
  equal: "OPERATOR_EQUAL",
  notEqual: "OPERATOR_NOT_EQUAL",
  greater: "OPERATOR_GREATER",
  greaterOrEqual: "OPERATOR_GREATER_OR_EQUAL",
  less: "OPERATOR_LESS",
  lessOrEqual: "OPERATOR_LESS_OR_EQUAL",
} as const satisfies Record<Saying, Operator>;

/** Kind of the value that an item is compared by, as the contract names it. */
export type Compared = "boolean" | "text" | "integer" | "decimal" | "date" | "time" | "code";

/** Undefined: nothing can be said of it. A score is compared by its value. */
export function comparedOf({ type }: ItemJson): Compared | undefined {
  switch (type) {
    case "ITEM_TYPE_BOOLEAN":
      return "boolean";
    case "ITEM_TYPE_STRING":
    case "ITEM_TYPE_TEXT":
      return "text";
    case "ITEM_TYPE_INTEGER":
      return "integer";
    case "ITEM_TYPE_DECIMAL":
    case "ITEM_TYPE_SCORE":
      return "decimal";
    case "ITEM_TYPE_DATE":
      return "date";
    case "ITEM_TYPE_TIME":
      return "time";
    case "ITEM_TYPE_CHOICE":
    case "ITEM_TYPE_OPEN_CHOICE":
      return "code";
    default:
      return undefined;
  }
}

const ofAll: readonly Saying[] = ["equal", "notEqual", "answered", "unanswered"];
const ofOrdered: readonly Saying[] = ["greaterOrEqual", "greater", "lessOrEqual", "less", ...ofAll];

/** What can be said of an item, what is said most often first. */
export function sayingsOf(item: ItemJson): readonly Saying[] {
  const compared = comparedOf(item);
  if (compared === undefined) return [];
  return ["integer", "decimal", "date", "time"].includes(compared) ? ofOrdered : ofAll;
}

/** Undefined: the condition says nothing yet. */
export function sayingOf({ operator, value }: ConditionJson): Saying | undefined {
  if (operator === "OPERATOR_EXISTS") return value?.boolean ? "answered" : "unanswered";
  return (Object.keys(operators) as Saying[]).find((saying) => operators[saying] === operator);
}

export const isAboutAnswering = (saying: Saying | undefined) => saying === "answered" || saying === "unanswered";

/** About an item, with something to compare where that is plain. */
export function conditionOn(item: ItemJson): ConditionJson {
  const { linkId = "", options = [] } = item;
  if (item.type === "ITEM_TYPE_BOOLEAN") return { linkId, operator: "OPERATOR_EQUAL", value: { boolean: true } };
  const [first] = options;
  if (isChoice(item.type) && first) return { linkId, operator: "OPERATOR_EQUAL", value: { code: first.code ?? "" } };
  return { linkId, operator: "OPERATOR_EXISTS", value: { boolean: true } };
}

/** The same condition saying something else; what it is compared with stays where it still can be. */
export function said(condition: ConditionJson, saying: Saying, compared: Compared | undefined): ConditionJson {
  const wasAbout = isAboutAnswering(sayingOf(condition));
  const value = isAboutAnswering(saying)
    ? { boolean: saying === "answered" }
    : wasAbout
      ? compared === "boolean"
        ? { boolean: true }
        : undefined
      : condition.value;
  return patched<ConditionJson>(condition, { operator: operators[saying], value });
}

/** The same condition, compared with something else; undefined: with nothing yet. */
export const comparedWith = (condition: ConditionJson, value: AnswerValueJson | undefined): ConditionJson =>
  patched<ConditionJson>(condition, { value });

/** What can be named by conditions. */
export const nameable = (items: readonly ItemJson[]): readonly ItemJson[] =>
  items.filter((item) => comparedOf(item) !== undefined);
