/** How long a task is still to be done, in days of Finland: on the resident side deadlines are told in days. */
import { daysBetween } from "../i18n";
import type { CustomerTaskJson } from "../rpc";

export interface TimeLeft {
  /** Its time is over. */
  readonly isLate: boolean;
  /** Whole days until its last day, or since then; 0: that day. */
  readonly days: number;
  /** Its last moment: of what ends with a day, on that day. */
  readonly last: Date;
}

/** Undefined: it is to be done as soon as possible, and is never late. */
export function timeLeft({ dueAt }: CustomerTaskJson, now = new Date()): TimeLeft | undefined {
  if (!dueAt) return undefined;
  const end = new Date(dueAt);
  // The end is the first moment at which it is late: midnight belongs to the day after.
  const last = new Date(end.getTime() - 1);
  const isLate = now >= end;
  return { isLate, days: isLate ? daysBetween(last, now) : daysBetween(now, last), last };
}

/** Whether it ends at a time of day, and not with a day. */
export const endsAtTime = ({ dueUnit }: CustomerTaskJson) =>
  dueUnit === "TASK_DUE_UNIT_MINUTES" || dueUnit === "TASK_DUE_UNIT_HOURS";
