import type { QuestionnaireJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { isAnswered } from "./kept";
import { hasContent, lookedAt } from "./values";
import { inOrder } from "./walk";

const questionsInMinute = 6;

/** How much there is before anything is answered: the steps shown at first, the one to check in included, and about how many minutes. */
export function extentOf(questionnaire: QuestionnaireJson): { readonly steps: number; readonly minutes: number } {
  const enabled = new Set(lookedAt(questionnaire, {}).enabledLinkIds);
  const steps = (questionnaire.items ?? []).filter((step) =>
    hasContent(step, ({ linkId = "" }) => enabled.has(linkId)),
  );
  const questions = [...inOrder(questionnaire)].filter(({ item }) => isAnswered(item));
  return { steps: steps.length + 1, minutes: Math.max(1, Math.ceil(questions.length / questionsInMinute)) };
}
