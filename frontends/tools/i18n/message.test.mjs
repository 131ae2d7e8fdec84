// @vitest-environment node
import { describe, expect, it } from "vitest";
import { messageProblemsOf } from "./message.mjs";

const untranslated = ["untranslated: the same as in fi"];

describe("a text that is the same as in Finnish", () => {
  it.each([
    ["is no translation when it is long", "Kirjaudu sisään omalla tunnuksellasi", untranslated],
    ["may be a name or a loan", "Kela {name} ABC", []],
    ["may be a unit: names of arguments and forms are no words", "{n, plural, one {# km} other {# km}}", []],
  ])("%s", (_what, text, expected) => {
    expect(messageProblemsOf(text, "sv", { text, language: "fi" })).toEqual(expected);
  });

  it("is Finnish itself", () => {
    const text = "Kirjaudu sisään omalla tunnuksellasi";
    expect(messageProblemsOf(text, "fi", { text, language: "fi" })).toEqual([]);
  });
});
