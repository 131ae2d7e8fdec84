/**
 * What the editor does to blocks and steps (DIG-02): pure, each gives new blocks. A step is a condition and its action, so whatever is done to
 * one of them as a whole is done to both (DIG-06).
 */
import { type Patch, type PathBlockJson, type PathStepJson, patched } from "./types";

type Blocks = readonly PathBlockJson[];

/** Where a step stands. */
export interface Placed {
  readonly step: PathStepJson;
  readonly block: PathBlockJson;
  readonly blockIndex: number;
  readonly index: number;
  /** How many steps its block has. */
  readonly siblings: number;
}

/** All steps in document order. */
export const placedOf = (blocks: Blocks): readonly Placed[] =>
  blocks.flatMap((block, blockIndex) =>
    (block.steps ?? []).map((step, index) => ({
      step,
      block,
      blockIndex,
      index,
      siblings: block.steps?.length ?? 0,
    })),
  );

export const find = (blocks: Blocks, stepId: string | undefined): Placed | undefined =>
  placedOf(blocks).find(({ step }) => step.stepId === stepId);

/** A step that nobody has filled in: behind another it follows that. */
const newStep = (stepId: string, isFirst: boolean): PathStepJson => ({
  stepId,
  condition: isFirst ? {} : { kind: "CONDITION_KIND_AFTER_PREVIOUS" },
  action: {},
});

/** With a block more, at the end, with its first step. */
export const withBlock = (blocks: Blocks, blockId: string, stepId: string): PathBlockJson[] => [
  ...blocks,
  { blockId, steps: [newStep(stepId, true)] },
];

export const withoutBlock = (blocks: Blocks, blockId: string): PathBlockJson[] =>
  blocks.filter((block) => block.blockId !== blockId);

const withSteps = (blocks: Blocks, blockId: string, step: (steps: readonly PathStepJson[]) => PathStepJson[]) =>
  blocks.map((block) => (block.blockId === blockId ? { ...block, steps: step(block.steps ?? []) } : block));

const inserted = (steps: readonly PathStepJson[], step: PathStepJson, index: number): PathStepJson[] => [
  ...steps.slice(0, index),
  step,
  ...steps.slice(index),
];

/** With a new step at the end of a block. */
export const withStep = (blocks: Blocks, blockId: string, stepId: string): PathBlockJson[] =>
  withSteps(blocks, blockId, (steps) => [...steps, newStep(stepId, steps.length === 0)]);

/** With a new step right behind another. */
export function withStepAfter(blocks: Blocks, after: string, stepId: string): PathBlockJson[] {
  const found = find(blocks, after);
  if (!found) return [...blocks];
  return withSteps(blocks, found.block.blockId ?? "", (steps) =>
    inserted(steps, newStep(stepId, false), found.index + 1),
  );
}

/** A copy right behind a step, under a name of its own. */
export function withCopy(blocks: Blocks, of: string, stepId: string): PathBlockJson[] {
  const found = find(blocks, of);
  if (!found) return [...blocks];
  return withSteps(blocks, found.block.blockId ?? "", (steps) =>
    inserted(steps, { ...found.step, stepId }, found.index + 1),
  );
}

/** Without a step: its condition and its action (DIG-06). */
export const withoutStep = (blocks: Blocks, stepId: string): PathBlockJson[] =>
  blocks.map((block) => ({ ...block, steps: (block.steps ?? []).filter((step) => step.stepId !== stepId) }));

/** With other fields of one step. */
export const changed = (blocks: Blocks, stepId: string, patch: Patch<PathStepJson>): PathBlockJson[] =>
  blocks.map((block) => ({
    ...block,
    steps: (block.steps ?? []).map((step) => (step.stepId === stepId ? patched(step, patch) : step)),
  }));

/** One place up or down, at either end of its block into the next one; undefined: there is no such place. */
export function moved(blocks: Blocks, stepId: string, way: -1 | 1): PathBlockJson[] | undefined {
  const found = find(blocks, stepId);
  if (!found) return undefined;
  const { step, block, blockIndex, index, siblings } = found;
  const to = index + way;
  const isInside = to >= 0 && to < siblings;
  const target = isInside ? block : blocks[blockIndex + way];
  if (!target) return undefined;
  const place = isInside ? to : way < 0 ? (target.steps?.length ?? 0) : 0;
  return withSteps(withoutStep(blocks, stepId), target.blockId ?? "", (steps) => inserted(steps, step, place));
}
