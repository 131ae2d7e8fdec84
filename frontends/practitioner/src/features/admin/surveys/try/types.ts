/** What is tried, by the names of the contract. */
import type { AnswersProps } from "@kajo/shared/questionnaire";

export type AnswersJson = AnswersProps["answers"];
export type QuestionnaireJson = AnswersProps["questionnaire"];
export type ScoreValueJson = NonNullable<AnswersProps["scores"]>[number];
