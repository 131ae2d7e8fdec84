// @vitest-environment node
import { describe, expect, it } from "vitest";
import { did, lastDone, redo, undo, untouched } from "../src/features/admin/digipaths/build/history";
import { actionsAt, conditionsAt } from "../src/features/admin/digipaths/build/kinds";
import {
  changed,
  find,
  moved,
  placedOf,
  withBlock,
  withCopy,
  withoutBlock,
  withoutStep,
  withStep,
  withStepAfter,
} from "../src/features/admin/digipaths/build/outline";
import { blocksOver } from "../src/features/admin/digipaths/build/over";
import type { PathBlockJson, PathStepJson } from "../src/features/admin/digipaths/build/types";
import { sentOf, switchedOn, valuesOf } from "../src/features/admin/digipaths/build/values";

const step = (stepId: string, surveyId = "pain"): PathStepJson => ({
  stepId,
  condition: { kind: "CONDITION_KIND_AFTER_PREVIOUS" },
  action: { kind: "ACTION_KIND_SURVEY", surveyId },
});

const begin: PathStepJson = {
  stepId: "begin",
  condition: { kind: "CONDITION_KIND_MANUAL" },
  action: { kind: "ACTION_KIND_CONTENT", serviceContentId: "guide" },
};

const blocks: PathBlockJson[] = [
  { blockId: "one", steps: [begin, step("second")] },
  { blockId: "two", steps: [step("other")] },
];

const order = (all: readonly PathBlockJson[] | undefined) =>
  all?.map(({ steps = [] }) => steps.map(({ stepId }) => stepId));

describe("steps", () => {
  it("DIG-06 deletes the action with its condition, and nothing of any other step", () => {
    const without = withoutStep(blocks, "begin");
    expect(order(without)).toEqual([["second"], ["other"]]);
    expect(JSON.stringify(without)).not.toContain("CONDITION_KIND_MANUAL");
    expect(JSON.stringify(without)).not.toContain("guide");
    expect(find(without, "second")?.step).toEqual(step("second"));
  });

  it("DIG-06 moves and duplicates condition and action as one, the copy under a name of its own", () => {
    const copied = withCopy(blocks, "begin", "copy");
    expect(order(copied)).toEqual([["begin", "copy", "second"], ["other"]]);
    expect(find(copied, "copy")?.step).toEqual({ ...begin, stepId: "copy" });
    expect(find(moved(blocks, "begin", 1) ?? [], "begin")?.step).toEqual(begin);
  });

  it("DIG-02 moves a step within its block and into the next one, and nowhere beyond", () => {
    expect(order(moved(blocks, "begin", 1))).toEqual([["second", "begin"], ["other"]]);
    expect(order(moved(blocks, "second", 1))).toEqual([["begin"], ["second", "other"]]);
    expect(order(moved(blocks, "other", -1))).toEqual([["begin", "second", "other"], []]);
    expect(moved(blocks, "begin", -1)).toBeUndefined();
    expect(moved(blocks, "other", 1)).toBeUndefined();
    expect(moved(blocks, "nobody", 1)).toBeUndefined();
  });

  it("DIG-02 adds blocks and steps: the first of a block asks for its condition, another follows the step before", () => {
    const more = withBlock(blocks, "three", "third");
    expect(order(more)).toEqual([["begin", "second"], ["other"], ["third"]]);
    expect(find(more, "third")?.step.condition).toEqual({});
    expect(order(withStepAfter(blocks, "begin", "new"))).toEqual([["begin", "new", "second"], ["other"]]);
    const last = find(withStep(blocks, "two", "new"), "new");
    expect(last).toMatchObject({ blockIndex: 1, index: 1, siblings: 2 });
    expect(last?.step.condition?.kind).toBe("CONDITION_KIND_AFTER_PREVIOUS");
    expect(order(withoutBlock(blocks, "one"))).toEqual([["other"]]);
    expect(placedOf(blocks)).toHaveLength(3);
  });

  it("DIG-02 offers what begins a path to the first step of a block alone, and what needs a step before it to the others", () => {
    expect(conditionsAt(true, undefined)).toContain("CONDITION_KIND_BOOKED");
    expect(conditionsAt(true, undefined)).not.toContain("CONDITION_KIND_AFTER_PREVIOUS");
    expect(conditionsAt(false, undefined)).not.toContain("CONDITION_KIND_MANUAL");
    expect(conditionsAt(false, undefined)).toContain("CONDITION_KIND_PREVIOUS_REPEATED");
    // What a step has stays in sight, wherever it was moved.
    expect(conditionsAt(false, "CONDITION_KIND_MANUAL")).toContain("CONDITION_KIND_MANUAL");
    expect(actionsAt(true, undefined)).not.toContain("ACTION_KIND_REPEAT_PREVIOUS");
    expect(actionsAt(false, undefined)).toContain("ACTION_KIND_REPEAT_PREVIOUS");
  });
});

describe("values", () => {
  it("come back as they were sent", () => {
    const details = { name: { fi: "Kipu" }, matter: "MATTER_HEALTH", blocks, onePath: true } as const;
    const values = valuesOf({ ...details, blocks });
    expect(values.name).toEqual({ fi: "Kipu", sv: "", en: "" });
    expect(valuesOf(sentOf(values))).toEqual(values);
    expect(valuesOf(undefined)).toMatchObject({ pathCategoryId: "", blocks: [], onePath: false });
  });

  it("leave out what belongs to another kind, and the delay of what counts from an appointment", () => {
    const odd = changed(blocks, "second", {
      condition: {
        kind: "CONDITION_KIND_SINCE_APPOINTMENT",
        surveyId: "old",
        span: { unit: "DELAY_UNIT_DAYS", amount: 1 },
      },
      delay: { unit: "DELAY_UNIT_DAYS", amount: 3 },
      action: { kind: "ACTION_KIND_TASK", subcategoryId: "queue", surveyId: "old" },
    });
    const [sent] = sentOf(valuesOf({ blocks: odd })).blocks;
    expect(sent?.steps?.[1]).toEqual({
      stepId: "second",
      condition: { kind: "CONDITION_KIND_SINCE_APPOINTMENT", span: { unit: "DELAY_UNIT_DAYS", amount: 1 } },
      action: { kind: "ACTION_KIND_TASK", subcategoryId: "queue" },
    });
  });

  it("DIG-08 are checked with every block switched on", () => {
    const off = valuesOf({ blocks: [{ blockId: "one", steps: [], off: true }] });
    expect(switchedOn(off)).toEqual({ kind: "PATH_KIND_BLOCKS", blocks: [{ blockId: "one", steps: [] }] });
  });
});

describe("what others saved meanwhile", () => {
  it("DIG-02 stays, with what was changed here over it, step by step", () => {
    const mine = changed(blocks, "second", { action: { kind: "ACTION_KIND_SURVEY", surveyId: "mine" } });
    const theirs = withStep(
      changed(blocks, "other", { action: { kind: "ACTION_KIND_SURVEY", surveyId: "theirs" } }),
      "two",
      "added",
    );
    const over = blocksOver(theirs, mine, blocks);
    expect(order(over)).toEqual([
      ["begin", "second"],
      ["other", "added"],
    ]);
    expect(find(over, "second")?.step.action?.surveyId).toBe("mine");
    expect(find(over, "other")?.step.action?.surveyId).toBe("theirs");
  });

  it("DIG-02 does not bring back what was deleted here, nor lose what was moved or added here", () => {
    const mine = withBlock(withoutBlock(moved(blocks, "other", -1) ?? [], "two"), "three", "third");
    const theirs = withStepAfter(blocks, "begin", "added");
    expect(order(blocksOver(theirs, mine, blocks))).toEqual([["begin", "added", "second", "other"], ["third"]]);
    expect(order(blocksOver(theirs, withoutStep(blocks, "second"), blocks))).toEqual([["begin", "added"], ["other"]]);
  });
});

describe("undo", () => {
  it("DIG-06 has a deleted step back with condition and action, and deletes it again", () => {
    const after = withoutStep(blocks, "begin");
    const history = did<PathBlockJson[]>(untouched, blocks, after);
    const [back, undone] = undo(history, after) ?? [];
    expect(back).toEqual(blocks);
    const [again] = (undone && redo(undone, blocks)) ?? [];
    expect(again).toEqual(after);
  });

  it("takes what is typed into one field as one, and does not go back behind what others saved", () => {
    let history = did<string>(untouched, "", "K", "name");
    history = did(history, "K", "Ki", "name");
    expect(undo(history, "Ki")?.[0]).toBe("");
    expect(lastDone(history, "Kipu of another")).toBeUndefined();
    expect(undo(history, "Kipu of another")).toBeUndefined();
    history = did(history, "Kipu of another", "Kipu");
    expect(history.done).toHaveLength(1);
  });
});
