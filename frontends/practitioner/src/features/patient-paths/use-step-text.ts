import { localized, type Text, useLanguage, useText } from "@kajo/shared/i18n";
import type {
  ActionKindJson,
  ConditionKindJson,
  DelayUnitJson,
  ExecutionStepJson,
  PathDelayJson,
  PathStepSummaryJson,
} from "@kajo/shared/rpc";

/** When a step comes that waits for nothing more. */
const atOnce = {
  CONDITION_KIND_UNSPECIFIED: "patientPath.when.unknown",
  CONDITION_KIND_MANUAL: "patientPath.when.manual",
  CONDITION_KIND_BOOKED: "patientPath.when.booked",
  CONDITION_KIND_BOOKED_INTEGRATION: "patientPath.when.bookedIntegration",
  CONDITION_KIND_TASK_DONE: "patientPath.when.taskDone",
  CONDITION_KIND_SURVEY_ACTIVATED: "patientPath.when.surveyActivated",
  CONDITION_KIND_SURVEY_ANSWERED: "patientPath.when.surveyAnswered",
  CONDITION_KIND_PREVIOUS_REPEATED: "patientPath.when.previousRepeated",
  CONDITION_KIND_SINCE_APPOINTMENT: "patientPath.when.sinceAppointment",
  CONDITION_KIND_UNTIL_APPOINTMENT: "patientPath.when.untilAppointment",
  CONDITION_KIND_AFTER_PREVIOUS: "patientPath.when.afterPrevious",
} as const satisfies Record<ConditionKindJson, string>;

/** When it comes some time behind or before that. */
const apart = {
  CONDITION_KIND_UNSPECIFIED: "patientPath.later.unknown",
  CONDITION_KIND_MANUAL: "patientPath.later.manual",
  CONDITION_KIND_BOOKED: "patientPath.later.booked",
  CONDITION_KIND_BOOKED_INTEGRATION: "patientPath.later.bookedIntegration",
  CONDITION_KIND_TASK_DONE: "patientPath.later.taskDone",
  CONDITION_KIND_SURVEY_ACTIVATED: "patientPath.later.surveyActivated",
  CONDITION_KIND_SURVEY_ANSWERED: "patientPath.later.surveyAnswered",
  CONDITION_KIND_PREVIOUS_REPEATED: "patientPath.later.previousRepeated",
  CONDITION_KIND_SINCE_APPOINTMENT: "patientPath.later.sinceAppointment",
  CONDITION_KIND_UNTIL_APPOINTMENT: "patientPath.later.untilAppointment",
  CONDITION_KIND_AFTER_PREVIOUS: "patientPath.later.afterPrevious",
} as const satisfies Record<ConditionKindJson, string>;

type GivingKind = Exclude<ActionKindJson, "ACTION_KIND_UNSPECIFIED" | "ACTION_KIND_REPEAT_PREVIOUS">;

/** What a step gives; what it gave, where that is no more. */
const gives = {
  ACTION_KIND_RECOMMENDATION: ["patientPath.does.recommendation", "patientPath.gone.recommendation"],
  ACTION_KIND_CONTENT: ["patientPath.does.content", "patientPath.gone.content"],
  ACTION_KIND_TASK: ["patientPath.does.task", "patientPath.gone.task"],
  ACTION_KIND_SURVEY: ["patientPath.does.survey", "patientPath.gone.survey"],
} as const satisfies Record<GivingKind, readonly [string, string]>;

const givesOf: Readonly<Partial<Record<ActionKindJson, (typeof gives)[GivingKind]>>> = gives;

/** As the texts tell them apart. */
const units = {
  DELAY_UNIT_UNSPECIFIED: "none",
  DELAY_UNIT_MINUTES: "minutes",
  DELAY_UNIT_HOURS: "hours",
  DELAY_UNIT_DAYS: "days",
  DELAY_UNIT_WEEKS: "weeks",
  DELAY_UNIT_MONTHS: "months",
} as const satisfies Record<DelayUnitJson, string>;

/** A unit that came into the contract later than this page has no word here. */
const unitOf = ({ unit = "DELAY_UNIT_UNSPECIFIED" }: PathDelayJson): string => units[unit] ?? "none";

function spanText(t: Text, span: PathDelayJson | undefined): string {
  if (!span?.amount || unitOf(span) === "none") return "";
  return t("patientPath.span", { unit: unitOf(span), n: span.amount });
}

type Step = Pick<PathStepSummaryJson, "condition" | "delay" | "span" | "action" | "reference" | "every" | "times">;

function whenText(t: Text, { condition = "CONDITION_KIND_UNSPECIFIED", delay, span }: Step): string {
  const far = spanText(t, span ?? delay);
  if (far) return t(apart[condition] ?? apart.CONDITION_KIND_UNSPECIFIED, { span: far });
  return t(atOnce[condition] ?? atOnce.CONDITION_KIND_UNSPECIFIED);
}

function doesText(t: Text, { action = "ACTION_KIND_UNSPECIFIED", every, times = 0 }: Step, name: string): string {
  if (action === "ACTION_KIND_REPEAT_PREVIOUS") {
    const unit = every?.amount ? unitOf(every) : "none";
    return t("patientPath.does.repeat", { unit, n: every?.amount ?? 0, times });
  }
  const given = givesOf[action];
  if (!given) return t("patientPath.does.unknown");
  const [does, gone] = given;
  return name ? t(does, { name }) : t(gone);
}

/** A step in words, whether it is told of before the path begins or while it runs. */
export function useStepText() {
  const t = useText();
  const language = useLanguage();
  return {
    /** What it does. */
    does: (step: PathStepSummaryJson | ExecutionStepJson) =>
      doesText(t, step, localized(language, step.reference?.names)),
    /** When it comes. */
    when: (step: PathStepSummaryJson) => whenText(t, step),
  };
}
