import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { ConditionKindJson, ExecutionStepJson, LeftOutReasonJson, StepCauseJson } from "@kajo/shared/rpc";

/** What a step waits for whose turn has come. Entries are never waited for. */
const awaits: Readonly<Partial<Record<ConditionKindJson, Awaits>>> = {
  CONDITION_KIND_TASK_DONE: "patientPath.awaits.taskDone",
  CONDITION_KIND_SURVEY_ACTIVATED: "patientPath.awaits.surveyActivated",
  CONDITION_KIND_SURVEY_ANSWERED: "patientPath.awaits.surveyAnswered",
  CONDITION_KIND_PREVIOUS_REPEATED: "patientPath.awaits.previousRepeated",
  CONDITION_KIND_SINCE_APPOINTMENT: "patientPath.awaits.appointment",
  CONDITION_KIND_UNTIL_APPOINTMENT: "patientPath.awaits.appointment",
  CONDITION_KIND_AFTER_PREVIOUS: "patientPath.awaits.previous",
};

type Awaits =
  | "patientPath.awaits.taskDone"
  | "patientPath.awaits.surveyActivated"
  | "patientPath.awaits.surveyAnswered"
  | "patientPath.awaits.previousRepeated"
  | "patientPath.awaits.appointment"
  | "patientPath.awaits.previous";

const leftOut = {
  LEFT_OUT_REASON_UNSPECIFIED: "patientPath.leftOut.unknown",
  LEFT_OUT_REASON_LATE: "patientPath.leftOut.late",
  LEFT_OUT_REASON_APPOINTMENT_PASSED: "patientPath.leftOut.passed",
  LEFT_OUT_REASON_APPOINTMENT_CANCELLED: "patientPath.leftOut.cancelled",
} as const satisfies Record<LeftOutReasonJson, string>;

/** Why the owner of an action has not done it, by its code. */
const failures = {
  survey_archived: "path.stepFailed.survey_archived",
  content_archived: "path.stepFailed.content_archived",
  queue_archived: "path.stepFailed.queue_archived",
  service_archived: "path.stepFailed.service_archived",
  survey_gone: "path.stepFailed.survey_gone",
  content_gone: "path.stepFailed.content_gone",
  queue_gone: "path.stepFailed.queue_gone",
  service_gone: "path.stepFailed.service_gone",
  not_for_patient: "path.stepFailed.not_for_patient",
  patient_no_consent: "path.stepFailed.patient_no_consent",
  patient_manually_added: "path.stepFailed.patient_manually_added",
  owner_away: "path.stepFailed.owner_away",
} as const;

const failuresByCode: ReadonlyMap<string, (typeof failures)[keyof typeof failures]> = new Map(Object.entries(failures));

/** What gave a step its time. */
const causes = {
  CONDITION_KIND_TASK_DONE: "patientPath.because.taskDone",
  CONDITION_KIND_SURVEY_ACTIVATED: "patientPath.because.surveyActivated",
  CONDITION_KIND_SURVEY_ANSWERED: "patientPath.because.surveyAnswered",
  CONDITION_KIND_SINCE_APPOINTMENT: "patientPath.because.sinceAppointment",
  CONDITION_KIND_UNTIL_APPOINTMENT: "patientPath.because.untilAppointment",
} as const;

const causesByKind: Readonly<Partial<Record<ConditionKindJson, (typeof causes)[keyof typeof causes]>>> = causes;

/** How a step of a path that runs, or has run, stands in words. What came into the contract later is told neutrally. */
export function useStateText() {
  const t = useText();
  const language = useLanguage();
  const at = (time: string | undefined) => (time ? dateTimeText(language, new Date(time)) : "");
  const state = ({ state: now, condition, dueAt, overAt, leftOut: why }: ExecutionStepJson): string => {
    switch (now) {
      case "STEP_STATE_IDLE":
        return t("patientPath.step.idle");
      case "STEP_STATE_AWAITED":
        return t(awaits[condition ?? "CONDITION_KIND_UNSPECIFIED"] ?? "patientPath.awaits.unknown");
      case "STEP_STATE_PLANNED":
        return dueAt ? t("patientPath.step.plannedAt", { when: at(dueAt) }) : t("patientPath.step.planned");
      case "STEP_STATE_UNDER_WAY":
        return t("patientPath.step.underWay");
      case "STEP_STATE_DONE":
        return overAt ? t("patientPath.step.doneAt", { when: at(overAt) }) : t("patientPath.step.done");
      case "STEP_STATE_LEFT_OUT":
        return t(leftOut[why ?? "LEFT_OUT_REASON_UNSPECIFIED"] ?? leftOut.LEFT_OUT_REASON_UNSPECIFIED);
      case "STEP_STATE_FAILED":
        return overAt ? t("patientPath.step.failedAt", { when: at(overAt) }) : t("patientPath.step.failed");
      default:
        return t("patientPath.step.unknown");
    }
  };
  return {
    state,
    /** Why it failed. */
    failure: (code: string | undefined) => t(failuresByCode.get(code ?? "") ?? "path.stepFailed.other"),
    /** What gave it its time; empty where that says no more than the list does. */
    because: (cause: StepCauseJson | undefined) => {
      const text = causesByKind[cause?.condition ?? "CONDITION_KIND_UNSPECIFIED"];
      return text && cause?.at ? t(text, { when: at(cause.at) }) : "";
    },
  };
}
