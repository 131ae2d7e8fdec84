// @vitest-environment node
import { expect, it } from "vitest";
import { linesOf, parameterLines, parametersIn, wordsIn } from "../src/features/admin/module/words";

it("takes a word from each line, and nothing from an empty one", () => {
  expect(wordsIn(" A1 \n\nB 2")).toEqual(["A1", "B 2"]);
  expect(linesOf(["A1", "B 2"])).toBe("A1\nB 2");
});

it("takes the name of a parameter from before the first colon, and its values from between commas", () => {
  const parameters = [
    { name: "unit", values: ["17", "18"] },
    { name: "urn", values: ["oid:1.2"] },
  ];
  expect(parametersIn(parameterLines(parameters))).toEqual(parameters);
  expect(parametersIn("unit")).toEqual([{ name: "unit", values: [] }]);
});
