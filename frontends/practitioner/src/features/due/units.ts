/** Until when a task of a patient is to be done, as choices. */
import type { TaskDueUnitJson } from "@kajo/shared/rpc";

export const dueUnits = [
  ["TASK_DUE_UNIT_AS_SOON_AS_POSSIBLE", "queues.due.soon"],
  ["TASK_DUE_UNIT_MINUTES", "queues.due.minutes"],
  ["TASK_DUE_UNIT_HOURS", "queues.due.hours"],
  ["TASK_DUE_UNIT_DAYS", "queues.due.days"],
  ["TASK_DUE_UNIT_WEEKS", "queues.due.weeks"],
  ["TASK_DUE_UNIT_MONTHS", "queues.due.months"],
] as const satisfies readonly (readonly [TaskDueUnitJson, string])[];

/** Most of a unit. */
export const dueMax = 1000;
