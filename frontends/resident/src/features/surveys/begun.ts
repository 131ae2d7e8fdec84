/** Answers that somebody has begun to give. */
import type { GetMySurveyResponseJson } from "@kajo/shared/rpc";

type QuestionnaireJson = NonNullable<GetMySurveyResponseJson["questionnaire"]>;
export type AnswersJson = NonNullable<GetMySurveyResponseJson["answers"]>;

export interface Begun {
  /** In the version that is answered. */
  readonly questionnaire: QuestionnaireJson;
  readonly publishedVersion: number;
  readonly answers: AnswersJson;
  /** Of what the server keeps, which they go on from; "0": nothing. */
  readonly revision: string;
}

/** Undefined: there is nothing to answer. */
export function begunOf(there: GetMySurveyResponseJson): Begun | undefined {
  const { questionnaire, publishedVersion = 0, answers = {}, revision = "0" } = there;
  return questionnaire && { questionnaire, publishedVersion, answers, revision };
}

/** The name under which they lie in this tab. */
export const draftOf = (surveyActivationId: string): string => `survey.${surveyActivationId}`;

const lines = ({ answers = [] }: AnswersJson) =>
  answers
    .filter(({ values = [] }) => values.length > 0)
    .map(({ linkId = "", values }) => JSON.stringify([linkId, values]))
    .toSorted()
    .join("\n");

/** Whatever was answered first. */
export const same = (one: AnswersJson, other: AnswersJson): boolean => lines(one) === lines(other);

/** The step in which something was answered last, as they stand on the page: there one goes on. Undefined: at the first. */
export function stepOf({ items = [] }: QuestionnaireJson, { answers = [] }: AnswersJson): string | undefined {
  const answered = new Set(answers.filter(({ values = [] }) => values.length > 0).map(({ linkId }) => linkId));
  const holds = (item: (typeof items)[number]): boolean => answered.has(item.linkId) || (item.items ?? []).some(holds);
  return items.findLast(holds)?.linkId;
}
