import { type MessageId, useText } from "@kajo/shared/i18n";

/** What `check` tells, in words of whoever builds. What only an import can bring about shares its words. */
const texts = {
  required: "field.required",
  type_missing: "survey.problem.type_missing",
  not_a_step: "survey.problem.not_a_step",
  too_deep: "survey.problem.too_deep",
  finnish_missing: "survey.problem.finnish_missing",
  translation_missing: "survey.problem.translation_missing",
  step_empty: "survey.problem.step_empty",
  items_misplaced: "survey.problem.items_misplaced",
  option_missing: "survey.problem.option_missing",
  options_misplaced: "survey.problem.options_misplaced",
  option_code_malformed: "survey.problem.option_code",
  option_code_taken: "survey.problem.option_code",
  link_id_missing: "survey.problem.link_id",
  link_id_malformed: "survey.problem.link_id",
  link_id_taken: "survey.problem.link_id",
  min_above_max: "survey.problem.min_above_max",
  condition_ahead: "survey.problem.condition_ahead",
  condition_value: "survey.problem.condition_value",
  behavior_missing: "survey.problem.behavior_missing",
  score_without_items: "survey.problem.score_without_items",
  score_kind_missing: "survey.problem.score_kind_missing",
  score_item_ahead: "survey.problem.score_item_ahead",
  bands_in_order: "survey.problem.bands_in_order",
  band_level_missing: "survey.problem.band_level_missing",
  assessment_without_finding: "error.reason.assessment_without_finding",
  too_many_items: "survey.problem.too_many_items",
  no_step: "survey.problem.no_step",
} as const satisfies Readonly<Record<string, MessageId>>;

const isKnown = (code: string): code is keyof typeof texts => code in texts;

/** Why a survey cannot be published, by the code of the rule. */
export function useProblemText(): (code: string) => string {
  const t = useText();
  return (code) => t(isKnown(code) ? texts[code] : "field.invalid");
}
