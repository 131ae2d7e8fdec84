// @vitest-environment node

import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { messageProblemsOf, parseIn, unbroken } from "./message.mjs";

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

describe("NAV-05 plural forms: one and other in every language, two in the Sami ones, and in Swedish where a text gives it", () => {
  const origin = { text: "{n, plural, one {# viesti} other {# viestiä}}", language: "fi" };
  const plain = "{n, plural, one {# meddelande} other {# meddelanden}}";
  const both = "{n, plural, one {# meddelande} two {båda meddelandena} other {# meddelanden}}";
  const said = (text, n) => new IntlMessageFormat(parseIn("sv", text), "sv").format({ n });

  it.each([
    ["sv", plain, []],
    ["sv", both, []],
    ["sv", "{n, plural, two {båda} other {# meddelanden}}", ["plural of n has other, two, must have one, other, two"]],
    ["en", "{n, plural, one {#} two {both} other {#}}", ["plural of n has one, other, two, must have one, other"]],
    ["sms", "{n, plural, one {#} other {#}}", ["plural of n has one, other, must have one, other, two"]],
    ["sms", "{n, plural, one {#} two {#} other {#}}", []],
  ])("%s: %s", (language, text, expected) => {
    expect(messageProblemsOf(text, language, origin)).toEqual(expected);
  });

  it("reads Swedish two for 2 alone, and other where a text gives none", () => {
    expect([1, 2, 3, 22].map((n) => said(both, n))).toEqual([
      "1 meddelande",
      "båda meddelandena",
      "3 meddelanden",
      "22 meddelanden",
    ]);
    expect(said(plain, 2)).toBe("2 meddelanden");
  });
});

it("keeps what stands before a hyphen and is no word from the end of a line", () => {
  const joined = "AD-\u2060ryhmä, AD-\u2060rollgrupper, e-\u2060post";
  expect(unbroken("AD-ryhmä, AD-rollgrupper, e-post")).toBe(joined);
  expect(unbroken("vårdteam-e-post, DAD-x, välfärds- och")).toBe("vårdteam-e-post, DAD-x, välfärds- och");
});
