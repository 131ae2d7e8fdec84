import type { PathStepSummaryJson } from "@kajo/shared/rpc";

/** A step and where it stands among all of its path, from 1. */
export interface PlacedStep {
  readonly place: number;
  readonly step: PathStepSummaryJson;
}

/** Whether a step acts as soon as the path is activated: nothing stands between that and its action. */
function isAtOnce({ condition, delay, action }: PathStepSummaryJson, follows: boolean): boolean {
  // A repeat comes round for the first time after a while.
  if (delay !== undefined || action === "ACTION_KIND_REPEAT_PREVIOUS") return false;
  return condition === "CONDITION_KIND_MANUAL" || (condition === "CONDITION_KIND_AFTER_PREVIOUS" && follows);
}

/** What happens at once when a professional activates a path, and what later, each in the order of the path. */
export function split(steps: readonly PathStepSummaryJson[]) {
  const now: PlacedStep[] = [];
  const later: PlacedStep[] = [];
  let before: PlacedStep | undefined;
  for (const [index, step] of steps.entries()) {
    const follows = before !== undefined && before.step.block === step.block && now.at(-1) === before;
    before = { place: index + 1, step };
    (isAtOnce(step, follows) ? now : later).push(before);
  }
  return { now, later };
}
