/** What the editor of a path holds, and what it sends. */
import type { PathDetailsJson } from "@kajo/shared/rpc";
import { kindOf, type PathKind } from "../editors";
import { eventsOf, needsAll } from "./entry";
import { actionFields, conditionFields, isActionKind, isConditionKind, isTimed } from "./kinds";
import type {
  Built,
  PathActionJson,
  PathBlockJson,
  PathConditionJson,
  PathEntryJson,
  PathStepJson,
  Values,
} from "./types";

const unwritten = { fi: "", sv: "", en: "" };

/** `kind`: of a path that is new. */
export function valuesOf(details: PathDetailsJson | undefined, kind: PathKind = kindOf(details?.kind)): Values {
  const { name, description, pathCategoryId, matter, blocks, onePath, entry } = details ?? {};
  return {
    name: { ...unwritten, ...name },
    description: { ...unwritten, ...description },
    pathCategoryId: pathCategoryId ?? "",
    matter: matter ?? "MATTER_UNSPECIFIED",
    blocks: (blocks ?? []).map((block) => ({ ...block, steps: block.steps ?? [] })),
    onePath: onePath ?? false,
    kind,
    entry: kind === "PATH_KIND_EVENTS" ? entryOf(entry ?? {}) : {},
  };
}

/** One of the events is enough where nothing else is said. */
const entryOf = (entry: PathEntryJson): PathEntryJson => ({
  mode: needsAll(entry) ? "ENTRY_MODE_ALL" : "ENTRY_MODE_ANY",
  events: [...eventsOf(entry)],
});

const picked = <Of extends object>(of: Of, keys: readonly (keyof Of)[]): Partial<Of> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => keys.includes(key as keyof Of))) as Partial<Of>;

function sentCondition(condition: PathConditionJson | undefined): PathConditionJson {
  const { kind } = condition ?? {};
  return condition && isConditionKind(kind) ? picked(condition, ["kind", ...conditionFields[kind]]) : {};
}

function sentAction(action: PathActionJson | undefined): PathActionJson {
  const { kind } = action ?? {};
  return action && isActionKind(kind) ? picked(action, ["kind", ...actionFields[kind]]) : {};
}

const sentStep = ({ stepId = "", condition, delay, action }: PathStepJson): PathStepJson => ({
  stepId,
  condition: sentCondition(condition),
  ...(delay && !isTimed(condition?.kind) ? { delay } : {}),
  action: sentAction(action),
});

/** A step of a line comes when the one before it is over, the first when the path has begun. */
const inLine = (step: PathStepJson): PathStepJson => ({
  ...step,
  condition: { kind: "CONDITION_KIND_AFTER_PREVIOUS" },
});

const sentBlocks = ({ kind, blocks }: Built): PathBlockJson[] =>
  blocks.map((block) => {
    const steps = block.steps ?? [];
    return { ...block, steps: (kind === "PATH_KIND_EVENTS" ? steps.map(inLine) : steps).map(sentStep) };
  });

const sentEntry = ({ kind, entry }: Built): Pick<PathDetailsJson, "entry"> =>
  kind === "PATH_KIND_EVENTS" ? { entry: { ...entry, events: eventsOf(entry).map(sentCondition) } } : {};

type Sent<Of extends Built> = Omit<Of, "entry"> & Pick<PathDetailsJson, "entry">;

/** Without the fields that belong to another kind: the editor keeps them for whoever goes back to that, and nothing refers to them. */
export function sentOf<Of extends Built>(built: Of): Sent<Of> {
  const { entry: _entry, ...others } = built;
  return { ...others, blocks: sentBlocks(built), ...sentEntry(built) };
}

/** As it is published when no block is left out: all are switched on. */
export function switchedOn({ kind, entry, blocks }: Built): Sent<Built> {
  return sentOf({ kind, entry, blocks: blocks.map(({ off: _off, ...block }) => block) });
}
