import type {
  AnswersJson,
  AnswerValueJson,
  ItemJson,
  QuestionnaireJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { kindOf, kindsOf } from "./kept";
import { inOrder } from "./walk";

function isTaken(item: ItemJson, value: AnswerValueJson): boolean {
  const kind = kindOf(value);
  if (kind === undefined || !kindsOf(item).includes(kind)) return false;
  return value.code === undefined || (item.options ?? []).some(({ code = "" }) => code === value.code);
}

/** Of answers to another version of a questionnaire, those that this one takes: what stands on no page can be answered otherwise by nobody. */
export function fitting(questionnaire: QuestionnaireJson, { answers = [] }: AnswersJson): AnswersJson {
  const items = new Map([...inOrder(questionnaire)].map(({ item }) => [item.linkId ?? "", item]));
  return {
    answers: answers.flatMap(({ linkId = "", values = [] }) => {
      const item = items.get(linkId);
      const taken = item ? values.filter((value) => isTaken(item, value)) : [];
      const kept = item?.repeats ? taken : taken.slice(0, 1);
      return kept.length > 0 ? [{ linkId, values: kept }] : [];
    }),
  };
}
