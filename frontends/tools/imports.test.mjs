// @vitest-environment node
import { expect, it } from "vitest";
import { problemsOf } from "./imports.mjs";

const edges = (...pairs) => new Map(pairs.map((pair) => [pair, "a.ts"]));

it("lets a feature use what is for all, and what is written down", () => {
  expect(problemsOf(edges("inbox -> editing", "inbox -> chat"), ["editing"], ["inbox -> chat"])).toEqual([]);
});

it("names what is not written down, and what is written down and gone", () => {
  expect(problemsOf(edges("inbox -> chat"), [], ["inbox -> patient"])).toEqual([
    "a.ts: inbox -> chat is not written down in tools/imports.mjs",
    "inbox -> patient is written down in tools/imports.mjs and is no more",
  ]);
});

it("refuses two features that use each other, and what is for all and uses one", () => {
  const both = ["inbox -> chat", "chat -> inbox"];
  expect(problemsOf(edges(...both), [], both)).toEqual(["chat and inbox use each other"]);
  expect(problemsOf(edges("editing -> inbox"), ["editing"], [])).toContain("a.ts: editing is for all, and uses inbox");
});
