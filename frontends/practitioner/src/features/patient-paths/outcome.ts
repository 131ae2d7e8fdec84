import type { ExecutionStepJson, PathExecutionJson } from "@kajo/shared/rpc";

export interface Outcome {
  /** `waiting`: something of now is still to be done. `nothing`: nothing was to be done at once. `ended`: somebody has ended it. */
  readonly kind: "waiting" | "done" | "partly" | "failed" | "nothing" | "ended";
  /** The steps that failed. */
  readonly failed: readonly ExecutionStepJson[];
}

const isPending = ({ state, dueAt }: ExecutionStepJson, nowMs: number) =>
  state === "STEP_STATE_UNDER_WAY" ||
  (state === "STEP_STATE_PLANNED" && dueAt !== undefined && Date.parse(dueAt) <= nowMs);

/** What became of what a path does as soon as it is activated (DIG-08). */
export function outcomeOf(execution: PathExecutionJson | undefined, nowMs: number): Outcome {
  const { steps = [] } = execution ?? {};
  const failed = steps.filter(({ state }) => state === "STEP_STATE_FAILED");
  if (execution?.state === "EXECUTION_STATE_ENDED") return { kind: "ended", failed };
  if (execution === undefined || steps.some((step) => isPending(step, nowMs))) return { kind: "waiting", failed };
  const isAnyDone = steps.some(({ state }) => state === "STEP_STATE_DONE");
  if (failed.length > 0) return { kind: isAnyDone ? "partly" : "failed", failed };
  return { kind: isAnyDone ? "done" : "nothing", failed };
}
