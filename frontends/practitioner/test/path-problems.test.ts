// @vitest-environment node
import type { PathProblemJson } from "@kajo/shared/rpc";
import { describe, expect, it } from "vitest";
import { fieldsOfStep } from "../src/features/admin/digipaths/build/fields-of-step";
import { changed, moved, withBlock, withoutStep, withStep } from "../src/features/admin/digipaths/build/outline";
import type { Built, PathBlockJson } from "../src/features/admin/digipaths/build/types";
import { byPlace, fieldOf, leftOut, placeOf, standing } from "../src/features/admin/digipaths/problems/problems";

const blocks: PathBlockJson[] = [
  {
    blockId: "one",
    steps: [{ stepId: "a" }, { stepId: "b", action: { kind: "ACTION_KIND_SURVEY", surveyId: "old" } }],
  },
  { blockId: "two", steps: [{ stepId: "c" }] },
];

const built = (of: PathBlockJson[]): Built => ({ kind: "PATH_KIND_BLOCKS", entry: {}, blocks: of });

const archived: PathProblemJson = {
  blockId: "one",
  stepId: "b",
  part: "PATH_PART_ACTION",
  code: "survey_archived",
  id: "old",
};
const missing: PathProblemJson = {
  blockId: "one",
  stepId: "a",
  part: "PATH_PART_CONDITION",
  code: "condition_missing",
};
const whole: PathProblemJson = { code: "path_without_entry" };

describe("problems of a path", () => {
  it("DIG-08 stand at their step, each at the field in which it is put right", () => {
    const places = byPlace([archived, missing, whole]);
    expect(places.get("b")).toEqual([archived]);
    expect(places.get("a")).toEqual([missing]);
    expect(places.get("")).toEqual([whole]);
    expect(fieldOf(archived)).toBe("step.b.action.survey");
    expect(fieldOf(missing)).toBe("step.a.condition");
    expect(fieldOf({ blockId: "one", code: "block_empty" })).toBe("block.one");
    expect(fieldOf(whole)).toBe("path.blocks");
    expect(placeOf(fieldOf(archived))).toBe("b");
    expect(placeOf(fieldOf(whole))).toBeUndefined();
    const field = fieldsOfStep("b", [archived], (code) => `text of ${code}`);
    expect(field("action.survey")).toEqual({ name: "step.b.action.survey", error: "text of survey_archived" });
    expect(field("action").error).toBeUndefined();
  });

  it("DIG-08 are told until their step is changed, and those of the others stay", () => {
    const checked = { built: built(blocks), problems: [archived, missing, whole] };
    expect(standing(checked, built(blocks))).toEqual([archived, missing, whole]);
    const other = withStep(blocks, "two", "d");
    expect(standing(checked, built(other))).toEqual([archived, missing]);
    const mended = changed(blocks, "b", { action: { kind: "ACTION_KIND_SURVEY", surveyId: "new" } });
    expect(standing(checked, built(mended))).toEqual([missing]);
    expect(standing(checked, built(withoutStep(blocks, "b")))).toEqual([missing]);
    // What a step may be depends on the one before it.
    expect(standing(checked, built(moved(blocks, "b", -1) ?? []))).toEqual([]);
  });

  it("DIG-08 offer to publish without their blocks where others are left, and where the path as a whole is sound", () => {
    expect(leftOut([archived, missing], blocks)).toEqual(["one"]);
    expect(leftOut([archived, whole], blocks)).toBeUndefined();
    expect(leftOut([], blocks)).toBeUndefined();
    expect(leftOut([archived, { blockId: "two", code: "block_empty" }], blocks)).toBeUndefined();
    expect(leftOut([{ blockId: "gone", code: "block_empty" }], withBlock(blocks, "three", "e"))).toBeUndefined();
  });
});
