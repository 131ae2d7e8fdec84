/** What stands against publishing a path, and where in the editor it is put right (DIG-08). Pure. */
import type { PathProblemJson } from "@kajo/shared/rpc";
import { eventsOf } from "../build/entry";
import { find } from "../build/outline";
import type { Built, PathBlockJson } from "../build/types";

type Blocks = readonly PathBlockJson[];

/** What was found, and in what. */
export interface Checked {
  readonly built: Built;
  readonly problems: readonly PathProblemJson[];
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const blockOf = (blocks: Blocks, blockId: string) => blocks.find((block) => block.blockId === blockId);

/** What the rules of a step look at: itself and the step before it. */
function around(blocks: Blocks, stepId: string): unknown {
  const found = find(blocks, stepId);
  return found && [found.block.steps?.[found.index - 1] ?? null, found.step];
}

const eventOf = ({ entry }: Built, n: number) => eventsOf(entry)[n - 1];

const isThere = (built: Built, event: number) => eventOf(built, event) !== undefined;

/** Those that nobody has touched since: what was changed is told of again by the next check. */
export function standing({ built, problems }: Checked, here: Built): readonly PathProblemJson[] {
  const [then, now] = [built.blocks, here.blocks];
  return problems.filter(({ blockId = "", stepId = "", event = 0 }) => {
    if (event > 0) return isThere(here, event) && same(eventOf(built, event), eventOf(here, event));
    if (stepId) return find(now, stepId) !== undefined && same(around(then, stepId), around(now, stepId));
    if (blockId) return blockOf(now, blockId) !== undefined && same(blockOf(then, blockId), blockOf(now, blockId));
    return same([built.entry, then], [here.entry, now]);
  });
}

const placeOfProblem = ({ stepId, blockId, event = 0 }: PathProblemJson) =>
  event > 0 ? eventName(event) : stepId || blockId || "";

/** By the step or the event they are in; those of a whole block by the block. */
export function byPlace(problems: readonly PathProblemJson[]): ReadonlyMap<string, readonly PathProblemJson[]> {
  const found = new Map<string, readonly PathProblemJson[]>();
  for (const problem of problems) {
    const place = placeOfProblem(problem);
    found.set(place, [...(found.get(place) ?? []), problem]);
  }
  return found;
}

/** Blocks without which the others can be published; undefined: it is not their fault alone, or nothing would be left. */
export function leftOut(problems: readonly PathProblemJson[], blocks: Blocks): readonly string[] | undefined {
  const wrong = new Set(problems.map(({ blockId = "" }) => blockId));
  if (wrong.size === 0 || wrong.has("")) return undefined;
  const ids = blocks.map(({ blockId = "" }) => blockId).filter((id) => wrong.has(id));
  return ids.length === wrong.size && ids.length < blocks.length ? ids : undefined;
}

/** The names of elements of the editor. */
export const addBlockName = "path.blocks";
export const blockName = (blockId: string) => `block.${blockId}`;
export const stepName = (stepId: string) => `step.${stepId}`;
export const fieldName = (stepId: string, field: string) => `step.${stepId}.${field}`;

/** Of what begins a path, counted from 1. */
export const addEventName = "path.events";
export const eventName = (n: number) => `event.${n}`;

/** What a field belongs to and is opened for it: the id of a step, or the name of an event. */
export function placeOf(field: string): string | undefined {
  const [head, place = ""] = field.split(".");
  if (head === "event") return `event.${place}`;
  return head === "step" ? place : undefined;
}

const ofCondition: Readonly<Record<string, string>> = {
  // There is no field for it.
  condition_not_here: "",
  services_missing: "condition.services",
  service_gone: "condition.services",
  service_archived: "condition.services",
  role_gone: "condition.roles",
  role_archived: "condition.roles",
  survey_missing: "condition.survey",
  survey_gone: "condition.survey",
  survey_archived: "condition.survey",
  queue_missing: "condition.queue",
  queue_gone: "condition.queue",
  queue_archived: "condition.queue",
  span_missing: "condition.span",
  span_too_long: "condition.span",
  repeats_missing: "condition.times",
  repeats_never_reached: "condition.times",
};

const ofAction: Readonly<Record<string, string>> = {
  service_missing: "action.service",
  service_gone: "action.service",
  service_archived: "action.service",
  content_missing: "action.content",
  content_gone: "action.content",
  content_archived: "action.content",
  survey_missing: "action.survey",
  survey_gone: "action.survey",
  survey_archived: "action.survey",
  queue_missing: "action.queue",
  queue_gone: "action.queue",
  queue_archived: "action.queue",
  task_text_missing: "action.title",
  span_missing: "action.span",
  span_too_long: "action.span",
  repeat_too_often: "action.span",
  repeats_missing: "action.times",
  repeats_too_many: "action.times",
};

/** The field of its step in which it is put right. */
export function partOf({ part, code = "" }: PathProblemJson): string {
  if (part === "PATH_PART_CONDITION") return ofCondition[code] ?? "condition";
  if (part === "PATH_PART_ACTION") return ofAction[code] ?? "action";
  return part === "PATH_PART_DELAY" ? "delay" : "";
}

/** The element that a problem leads to. */
export function fieldOf(problem: PathProblemJson): string {
  const { blockId = "", stepId = "", event = 0, code } = problem;
  if (event > 0) return [eventName(event), partOf(problem)].filter(Boolean).join(".");
  if (code === "entry_missing") return addEventName;
  if (!stepId) return blockId ? blockName(blockId) : addBlockName;
  const part = partOf(problem);
  return part ? fieldName(stepId, part) : stepName(stepId);
}
