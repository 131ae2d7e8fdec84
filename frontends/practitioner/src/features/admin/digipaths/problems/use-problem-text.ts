import { type MessageId, useText } from "@kajo/shared/i18n";
import type { PathKind } from "../editors";

const texts = {
  path_without_entry: "pathProblem.path_without_entry",
  entry_missing: "pathProblem.entry_missing",
  entry_kind: "pathProblem.entry_kind",
  condition_not_here: "pathProblem.condition_not_here",
  path_empty: "pathProblem.path_empty",
  block_empty: "pathProblem.block_empty",
  condition_missing: "pathProblem.condition_missing",
  action_missing: "pathProblem.action_missing",
  entry_not_first: "pathProblem.entry_not_first",
  previous_missing: "pathProblem.previous_missing",
  services_missing: "pathProblem.services_missing",
  survey_missing: "pathProblem.survey_missing",
  queue_missing: "pathProblem.queue_missing",
  service_missing: "pathProblem.service_missing",
  content_missing: "pathProblem.content_missing",
  task_text_missing: "pathProblem.task_text_missing",
  delay_without_duration: "pathProblem.delay_without_duration",
  delay_on_timed_step: "pathProblem.delay_on_timed_step",
  span_missing: "pathProblem.span_missing",
  span_too_long: "pathProblem.span_too_long",
  repeat_without_step: "pathProblem.repeat_without_step",
  repeats_missing: "pathProblem.repeats_missing",
  repeats_never_reached: "pathProblem.repeats_never_reached",
  previous_not_repeated: "pathProblem.previous_not_repeated",
  repeat_too_often: "pathProblem.repeat_too_often",
  repeats_too_many: "pathProblem.repeats_too_many",
  path_too_long: "pathProblem.path_too_long",
  duplicate_step: "pathProblem.duplicate_step",
  owner_away: "pathProblem.owner_away",
  service_gone: "pathProblem.service_gone",
  service_archived: "pathProblem.service_archived",
  content_gone: "pathProblem.content_gone",
  content_archived: "pathProblem.content_archived",
  survey_gone: "pathProblem.survey_gone",
  survey_archived: "pathProblem.survey_archived",
  queue_gone: "pathProblem.queue_gone",
  queue_archived: "pathProblem.queue_archived",
  role_gone: "pathProblem.role_gone",
  role_archived: "pathProblem.role_archived",
} as const satisfies Readonly<Record<string, MessageId>>;

const isKnown = (code: string): code is keyof typeof texts => Object.hasOwn(texts, code);

/** A path of one line has no blocks to speak of. */
const textsOfLine = {
  path_empty: "pathProblem.steps_missing",
  block_empty: "pathProblem.steps_missing",
} as const satisfies Readonly<Record<string, MessageId>>;

const isOfLine = (code: string): code is keyof typeof textsOfLine => Object.hasOwn(textsOfLine, code);

/** Why a path cannot be published, by the code of the rule. */
export function useProblemText(kind: PathKind): (code: string | undefined) => string {
  const t = useText();
  return (code = "") => {
    if (kind === "PATH_KIND_EVENTS" && isOfLine(code)) return t(textsOfLine[code]);
    return t(isKnown(code) ? texts[code] : "field.invalid");
  };
}
