/** Answers as the page holds them: also what is hidden, and what is half written. */
import type {
  AnswersJson,
  AnswerValueJson,
  ItemJson,
  LevelJson,
  QuestionnaireJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import type { StatusTagProps } from "../ui/StatusTag";
import { evaluate } from "./engine";
import { isAnswered } from "./kept";

export type Values = readonly AnswerValueJson[];

/** Where answers are looked at and nothing is asked: what is enabled and kept is the same on every day. */
const anyDay = "2000-01-01";

export const lookedAt = (questionnaire: QuestionnaireJson, answers: AnswersJson) =>
  evaluate(questionnaire, answers, anyDay);

export function valuesOf({ answers = [] }: AnswersJson, linkId: string): Values {
  return answers.find((answer) => answer.linkId === linkId)?.values ?? [];
}

/** With other values of one item. */
export function withValues({ answers = [] }: AnswersJson, linkId: string, values: Values): AnswersJson {
  const others = answers.filter((answer) => answer.linkId !== linkId);
  return { answers: values.length === 0 ? others : [...others, { linkId, values: [...values] }] };
}

/** Chosen or no longer; what is exclusive puts out the others, and they put out what is exclusive. */
export function toggled({ options = [] }: ItemJson, values: Values, value: AnswerValueJson, isChosen: boolean): Values {
  const isExclusive = ({ code }: AnswerValueJson) =>
    code !== undefined && options.some((option) => (option.code ?? "") === code && option.exclusive);
  const isSame = (other: AnswerValueJson) =>
    value.code === undefined ? other.code === undefined : other.code === value.code;
  const others = values.filter((other) => !isSame(other));
  if (!isChosen) return others;
  return [...(isExclusive(value) ? [] : others.filter((other) => !isExclusive(other))), value];
}

/** Something of it is read or answered. */
export function hasContent(item: ItemJson, isEnabled: (item: ItemJson) => boolean): boolean {
  if (!isEnabled(item)) return false;
  if (item.type === "ITEM_TYPE_GROUP") return (item.items ?? []).some((below) => hasContent(below, isEnabled));
  return item.type === "ITEM_TYPE_DISPLAY" || item.score?.shown === true || isAnswered(item);
}

type Tone = NonNullable<StatusTagProps["tone"]>;

export const levels = {
  LEVEL_NORMAL: ["questionnaire.level.normal", "success"],
  LEVEL_NOTABLE: ["questionnaire.level.notable", "warning"],
  LEVEL_SERIOUS: ["questionnaire.level.serious", "danger"],
} as const satisfies Readonly<Partial<Record<LevelJson, readonly [string, Tone]>>>;
