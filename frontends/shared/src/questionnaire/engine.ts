/**
 * The questionnaire engine (SUR-01): what of a questionnaire is asked, what counts of the answers, what stands against them and what they come to. One
 * pass in document order, whole numbers alone. Its twin for services is the crate `questionnaire`; both are held against the same vectors
 * (services/questionnaire/vectors), so a change here is a change there.
 */
import type {
  AnswersJson,
  AnswerValueJson,
  EvaluationJson,
  ItemJson,
  QuestionnaireJson,
  ScoreValueJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { isEnabled } from "./condition";
import { byItem, isAnswered, keptOf } from "./kept";
import { problemsOf } from "./limits";
import { bandOf, type Seen, scoreValue } from "./score";
import { inOrder } from "./walk";

export { check } from "./check";

const nothing: readonly AnswerValueJson[] = [];

const named = (linkId: string | undefined) => (linkId ? { linkId } : {});

function scoreOf(item: ItemJson, seen: ReadonlyMap<string, Seen>): ScoreValueJson {
  const found = (item.score?.linkIds ?? []).flatMap((linkId) => seen.get(linkId) ?? []);
  const value = scoreValue(item.score, found);
  const band = bandOf(item.score?.bands, value);
  return {
    ...named(item.linkId),
    ...(value === undefined ? {} : { value: String(value) }),
    ...(band === undefined ? {} : { band }),
  };
}

/** What follows from answers, on a day ("2026-11-28"). What is empty is left out, as the canonical form does. */
export function evaluate(questionnaire: QuestionnaireJson, answers: AnswersJson, today: string): EvaluationJson {
  const given = byItem(answers);
  // What is enabled of the items passed, by their link ids.
  const seen = new Map<string, Seen>();
  const enabled = new Set<ItemJson>();
  const linkIds: string[] = [];
  const problems: EvaluationJson["problems"] = [];
  const kept: EvaluationJson["answers"] = [];
  const scores: EvaluationJson["scores"] = [];
  for (const { item, parent } of inOrder(questionnaire)) {
    const isHidden = parent !== undefined && !enabled.has(parent);
    if (isHidden || !isEnabled(item, (linkId) => seen.get(linkId)?.values ?? nothing)) continue;
    const linkId = item.linkId ?? "";
    enabled.add(item);
    linkIds.push(linkId);
    if (item.type === "ITEM_TYPE_SCORE") {
      const score = scoreOf(item, seen);
      scores.push(score);
      seen.set(linkId, { item, values: score.value === undefined ? nothing : [{ decimal: score.value }] });
      continue;
    }
    const answer = keptOf(item, given.get(linkId));
    seen.set(linkId, { item, values: answer.values });
    if (isAnswered(item)) problems.push(...problemsOf(item, answer, today));
    if (answer.values.length > 0) kept.push({ ...named(linkId), values: [...answer.values] });
  }
  return {
    ...(linkIds.length > 0 ? { enabledLinkIds: linkIds } : {}),
    ...(problems.length > 0 ? { problems } : {}),
    ...(kept.length > 0 ? { answers: kept } : {}),
    ...(scores.length > 0 ? { scores } : {}),
  };
}
