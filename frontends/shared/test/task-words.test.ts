// @vitest-environment node
/** In which language a task says what it is called and what to do. */
import { expect, it } from "vitest";
import { instructionOf, titleOf } from "../src/customer-task";

const byPath = {
  title: "Mittaa verenpaine",
  instruction: "Aamuin illoin.",
  translatedTitle: { fi: "Mittaa verenpaine", sv: "Mät blodtrycket", en: "Measure your blood pressure" },
  translatedInstruction: { fi: "Aamuin illoin.", sv: "Morgon och kväll.", en: "Mornings and evenings." },
};

it("DIG-04 says what a digital path gave in the language of the app, and in Finnish where that has none", () => {
  expect(titleOf("sv", byPath)).toEqual({ words: "Mät blodtrycket", lang: undefined });
  expect(instructionOf("en", byPath)).toEqual({ words: "Mornings and evenings.", lang: undefined });
  expect(titleOf("fi", byPath)).toEqual({ words: "Mittaa verenpaine", lang: undefined });
  expect(instructionOf("sme", byPath)).toEqual({ words: "Aamuin illoin.", lang: "fi" });
});

it("says what a professional gave as it was written, whatever the language", () => {
  const written = { title: "Mät vikten", instruction: "Varje morgon." };
  expect(titleOf("en", written)).toEqual({ words: "Mät vikten", lang: undefined });
  expect(instructionOf("fi", written)).toEqual({ words: "Varje morgon.", lang: undefined });
  expect(titleOf("fi", {})).toEqual({ words: "", lang: undefined });
});
