// @vitest-environment node
import { describe, expect, it } from "vitest";
import { problems } from "../../tools/i18n/all.mjs";
import { problemsOf } from "../../tools/i18n/check.mjs";

const whole = {
  fi: { "inbox.unread": "{n, plural, one {# viesti} other {# viestiä}}", hello: "Hei {name}" },
  en: { "inbox.unread": "{n, plural, one {# message} other {# messages}}", hello: "Hello {name}" },
  sme: { "inbox.unread": "{n, plural, one {# dieđáhus} two {# dieđáhusa} other {# dieđáhusa}}", hello: "Bures {name}" },
};
const code = 't("inbox.unread") t("hello")';

function broken(language: keyof typeof whole, id: string, text: string | undefined) {
  const copy: Record<string, Record<string, string>> = structuredClone(whole);
  if (text === undefined) delete copy[language]?.[id];
  else Object.assign(copy[language] ?? {}, { [id]: text });
  return problemsOf(copy, { source: "fi", code });
}

describe("the check of the catalogues", () => {
  it("finds nothing in whole ones", () => {
    expect(problemsOf(whole, { source: "fi", code })).toEqual([]);
  });

  it.each<[string, keyof typeof whole, string, string | undefined, string]>([
    ["a missing key", "en", "hello", undefined, "en: hello: missing"],
    ["a key that Finnish does not have", "en", "extra", "Extra", "en: extra: not in fi"],
    ["an empty text", "sme", "hello", " ", "sme: hello: the text is empty"],
    ["another argument", "en", "hello", "Hello {nimi}", "en: hello: takes (nimi: text), in fi (name: text)"],
    [
      "another kind of argument",
      "en",
      "hello",
      "Hello {name, number}",
      "en: hello: takes (name: number), in fi (name: text)",
    ],
    [
      "a Sami plural without two",
      "sme",
      "inbox.unread",
      "{n, plural, one {#} other {#}}",
      "sme: inbox.unread: plural of n has one, other, must have one, other, two",
    ],
    [
      "a two that Finnish never uses",
      "fi",
      "inbox.unread",
      "{n, plural, one {#} two {#} other {#}}",
      "fi: inbox.unread: plural of n has one, other, two, must have one, other",
    ],
  ])("NAV-05 fails the build on %s, and names it", (_what, language, id, text, expected) => {
    expect(broken(language, id, text)).toContain(expected);
  });

  it("NAV-05 fails the build on a text that is no ICU message and on a key that nobody uses", () => {
    expect(broken("en", "hello", "Hello {name").join()).toMatch(/en: hello: not an ICU message/);
    expect(problemsOf(whole, { source: "fi", code: 't("hello")' })).toEqual(["fi: inbox.unread: unused"]);
  });

  it("finds nothing in ours", () => {
    expect(problems()).toEqual([]);
  });
});
