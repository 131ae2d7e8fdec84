/** The kinds of conditions and actions: how they are called, where they may stand, and which fields each has. */
import type { MessageId } from "@kajo/shared/i18n";
import type { ActionKindJson, ConditionKindJson, DelayUnitJson, LateRuleJson } from "@kajo/shared/rpc";
import type { PathActionJson, PathConditionJson } from "./types";

/** In the order in which they are offered. */
export const conditionKinds = {
  CONDITION_KIND_MANUAL: "pathEditor.condition.manual",
  CONDITION_KIND_BOOKED: "pathEditor.condition.booked",
  CONDITION_KIND_BOOKED_INTEGRATION: "pathEditor.condition.bookedIntegration",
  CONDITION_KIND_AFTER_PREVIOUS: "pathEditor.condition.afterPrevious",
  CONDITION_KIND_PREVIOUS_REPEATED: "pathEditor.condition.previousRepeated",
  CONDITION_KIND_TASK_DONE: "pathEditor.condition.taskDone",
  CONDITION_KIND_SURVEY_ACTIVATED: "pathEditor.condition.surveyActivated",
  CONDITION_KIND_SURVEY_ANSWERED: "pathEditor.condition.surveyAnswered",
  CONDITION_KIND_SINCE_APPOINTMENT: "pathEditor.condition.sinceAppointment",
  CONDITION_KIND_UNTIL_APPOINTMENT: "pathEditor.condition.untilAppointment",
} as const satisfies Readonly<Partial<Record<ConditionKindJson, MessageId>>>;

export type ConditionKind = keyof typeof conditionKinds;

export const actionKinds = {
  ACTION_KIND_SURVEY: "pathEditor.action.survey",
  ACTION_KIND_CONTENT: "pathEditor.action.content",
  ACTION_KIND_TASK: "pathEditor.action.task",
  ACTION_KIND_RECOMMENDATION: "pathEditor.action.recommendation",
  ACTION_KIND_REPEAT_PREVIOUS: "pathEditor.action.repeat",
} as const satisfies Readonly<Partial<Record<ActionKindJson, MessageId>>>;

type ActionKind = keyof typeof actionKinds;

export const units = {
  DELAY_UNIT_MINUTES: "pathEditor.unit.minutes",
  DELAY_UNIT_HOURS: "pathEditor.unit.hours",
  DELAY_UNIT_DAYS: "pathEditor.unit.days",
  DELAY_UNIT_WEEKS: "pathEditor.unit.weeks",
  DELAY_UNIT_MONTHS: "pathEditor.unit.months",
} as const satisfies Readonly<Partial<Record<DelayUnitJson, MessageId>>>;

export const lateRules = {
  LATE_RULE_NEWEST: "pathEditor.late.newest",
  LATE_RULE_AT_ONCE: "pathEditor.late.atOnce",
  LATE_RULE_LEAVE_OUT: "pathEditor.late.leaveOut",
} as const satisfies Readonly<Partial<Record<LateRuleJson, MessageId>>>;

/** A path begins by these: they are the first of their block. */
const entries: readonly ConditionKind[] = [
  "CONDITION_KIND_MANUAL",
  "CONDITION_KIND_BOOKED",
  "CONDITION_KIND_BOOKED_INTEGRATION",
];

/** These need a step before them. */
const later: readonly ConditionKind[] = ["CONDITION_KIND_AFTER_PREVIOUS", "CONDITION_KIND_PREVIOUS_REPEATED"];

const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Object.keys(of) as Key[];

/** Which conditions a step may have by its place in its block; the one that it has stays among them, wherever it was moved. */
export const conditionsAt = (isFirst: boolean, has: ConditionKindJson | undefined): readonly ConditionKind[] =>
  keysOf(conditionKinds).filter((kind) => kind === has || !(isFirst ? later : entries).includes(kind));

/** Events that begin a path by themselves, and the one that it has. */
export const eventsAt = (has: ConditionKindJson | undefined): readonly ConditionKind[] =>
  entries.filter((kind) => kind === has || kind !== "CONDITION_KIND_MANUAL");

/** Likewise of actions: the first step has nothing to repeat. */
export const actionsAt = (isFirst: boolean, has: ActionKindJson | undefined): readonly ActionKind[] =>
  keysOf(actionKinds).filter((kind) => kind === has || !isFirst || kind !== "ACTION_KIND_REPEAT_PREVIOUS");

/** It counts from an appointment, and has a span in place of a delay. */
export const isTimed = (kind: ConditionKindJson | undefined): boolean =>
  kind === "CONDITION_KIND_SINCE_APPOINTMENT" || kind === "CONDITION_KIND_UNTIL_APPOINTMENT";

const ofBooking = ["serviceIds", "bookingRoleIds", "types"] as const;
const ofAppointment = ["serviceIds", "span", "late"] as const;

export const conditionFields: Readonly<Record<ConditionKind, readonly (keyof PathConditionJson)[]>> = {
  CONDITION_KIND_MANUAL: [],
  CONDITION_KIND_BOOKED: [...ofBooking, "byProfessional"],
  CONDITION_KIND_BOOKED_INTEGRATION: ofBooking,
  CONDITION_KIND_AFTER_PREVIOUS: [],
  CONDITION_KIND_PREVIOUS_REPEATED: ["times"],
  CONDITION_KIND_TASK_DONE: ["subcategoryId"],
  CONDITION_KIND_SURVEY_ACTIVATED: ["surveyId"],
  CONDITION_KIND_SURVEY_ANSWERED: ["surveyId"],
  CONDITION_KIND_SINCE_APPOINTMENT: ofAppointment,
  CONDITION_KIND_UNTIL_APPOINTMENT: ofAppointment,
};

export const actionFields: Readonly<Record<ActionKind, readonly (keyof PathActionJson)[]>> = {
  ACTION_KIND_RECOMMENDATION: ["serviceId"],
  ACTION_KIND_CONTENT: ["serviceContentId"],
  ACTION_KIND_SURVEY: ["surveyId", "answerWithin"],
  ACTION_KIND_TASK: ["subcategoryId", "title", "instruction"],
  ACTION_KIND_REPEAT_PREVIOUS: ["every", "times"],
};

export const isConditionKind = (kind: string | undefined): kind is ConditionKind =>
  kind !== undefined && kind in conditionKinds;

export const isActionKind = (kind: string | undefined): kind is ActionKind => kind !== undefined && kind in actionKinds;
