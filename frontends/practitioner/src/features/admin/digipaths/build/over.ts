/**
 * A path over what others saved of it meanwhile: step by step, since a step is what somebody works on. What was changed here stands, also that
 * something was moved or deleted; all else is as it is kept now.
 */
import type { Over } from "@kajo/shared/drafts";
import { placedOf } from "./outline";
import { type PathBlockJson, type PathStepJson, patched, type Values } from "./types";

type Blocks = readonly PathBlockJson[];

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** In the order of the first, with those that only the second has behind what they stand behind there. */
function ordered(first: readonly string[], second: readonly string[]): readonly string[] {
  return second.reduce<readonly string[]>((all, id, at) => {
    if (all.includes(id)) return all;
    const before = second.slice(0, at).findLast((each) => all.includes(each));
    const place = before === undefined ? 0 : all.indexOf(before) + 1;
    return [...all.slice(0, place), id, ...all.slice(place)];
  }, first);
}

/** Of two orders of the same things that which was changed here. */
function orderOver(now: readonly string[], here: readonly string[], was: readonly string[]): readonly string[] {
  const wasReordered = !same(
    here.filter((id) => was.includes(id)),
    was.filter((id) => here.includes(id)),
  );
  return wasReordered ? ordered(here, now) : ordered(now, here);
}

interface Standing {
  readonly step: PathStepJson;
  readonly blockId: string;
}

const stepsOf = (blocks: Blocks): ReadonlyMap<string, Standing> =>
  new Map(placedOf(blocks).map(({ step, block }) => [step.stepId ?? "", { step, blockId: block.blockId ?? "" }]));

const idsOf = (blocks: Blocks) => blocks.map(({ blockId = "" }) => blockId);

const stepIdsOf = (blocks: Blocks, blockId: string) =>
  (blocks.find((block) => block.blockId === blockId)?.steps ?? []).map(({ stepId = "" }) => stepId);

/** What becomes of one step; undefined: it goes. */
function stepOver(now?: Standing, here?: Standing, was?: Standing): Standing | undefined {
  if (!was) return here ?? now;
  if (!here) return undefined;
  const isChanged = !same(here.step, was.step);
  if (!now) return isChanged ? here : undefined;
  return {
    step: isChanged ? here.step : now.step,
    blockId: here.blockId === was.blockId ? now.blockId : here.blockId,
  };
}

export function blocksOver(newest: Blocks, mine: Blocks, base: Blocks): PathBlockJson[] {
  const [now, here, was] = [stepsOf(newest), stepsOf(mine), stepsOf(base)];
  const kept = new Map<string, Standing>();
  for (const id of new Set([...now.keys(), ...here.keys()])) {
    const step = stepOver(now.get(id), here.get(id), was.get(id));
    if (step) kept.set(id, step);
  }
  const holds = (blockId: string) => [...kept.values()].some((step) => step.blockId === blockId);
  const isThere = (blockId: string) => {
    const [isNow, isHere, isBase] = [newest, mine, base].map((blocks) => idsOf(blocks).includes(blockId));
    return holds(blockId) || !isBase || (isNow && isHere);
  };
  return orderOver(idsOf(newest), idsOf(mine), idsOf(base))
    .filter(isThere)
    .map((blockId) => {
      const block = [...newest, ...mine].find((each) => each.blockId === blockId);
      const order = orderOver(stepIdsOf(newest, blockId), stepIdsOf(mine, blockId), stepIdsOf(base, blockId));
      const steps = order.flatMap((id) => {
        const standing = kept.get(id);
        return standing?.blockId === blockId ? [standing.step] : [];
      });
      return patched(block ?? { blockId }, { steps });
    });
}

/** One line of steps, also where two have begun it at the same time. */
function inOne(blocks: PathBlockJson[]): PathBlockJson[] {
  const [first, ...others] = blocks;
  if (!first || others.length === 0) return blocks;
  return [patched(first, { steps: blocks.flatMap(({ steps = [] }) => steps) })];
}

/** What is built over what others saved meanwhile. */
export const valuesOver: Over<Values> = (newest, { value, saved }) => {
  const taken = <Key extends keyof Values>(key: Key) => (same(value[key], saved[key]) ? newest[key] : value[key]);
  const blocks = blocksOver(newest.blocks, value.blocks, saved.blocks);
  // In the order of the fields in `newest`: an edit is told from what is kept as it is written.
  return {
    ...newest,
    name: taken("name"),
    description: taken("description"),
    pathCategoryId: taken("pathCategoryId"),
    matter: taken("matter"),
    blocks: newest.kind === "PATH_KIND_EVENTS" ? inOne(blocks) : blocks,
    onePath: taken("onePath"),
    entry: taken("entry"),
  };
};
