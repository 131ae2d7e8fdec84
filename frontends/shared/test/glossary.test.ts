// @vitest-environment node
/** The language files hold to the words of docs/glossary.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readEntries } from "../../tools/i18n/catalogue.mjs";

interface Rule {
  readonly language: string;
  readonly not: RegExp;
  /** Beginnings of ids where it may stand. */
  readonly except: readonly string[];
}

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** `| sv | what is said | `not`, `not` (where.it.may) |` */
function rulesOf(glossary: string): readonly Rule[] {
  const [, table = ""] = glossary.split("## What is not said");
  return [...table.matchAll(/^\| (fi|sv|en|sme|smn|sms) \| .*? \| (.*?) \|$/gm)].flatMap(
    ([, language = "", said = ""]) => {
      const except = /\(([^)]*)\)/.exec(said)?.[1]?.split(", ") ?? [];
      const words = [...said.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
      return words.map((word) => ({ language, except, not: new RegExp(`(?<!\\p{L})${escaped(word)}`, "iu") }));
    },
  );
}

const rules = rulesOf(readFileSync(join(import.meta.dirname, "../../../docs/glossary.md"), "utf8"));

const wrong = (entries: Record<string, { readonly defaultMessage: string }>, language: string) =>
  Object.entries(entries).flatMap(([id, { defaultMessage }]) =>
    rules
      .filter((rule) => rule.language === language && !rule.except.some((beginning) => id.startsWith(beginning)))
      .filter(({ not }) => not.test(defaultMessage))
      .map(({ not }) => `${language}: ${id}: ${not.source}`),
  );

it("reads what the glossary does not want to be said", () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(wrong({ "inbox.failed": { defaultMessage: "Meddelandena kunde inte laddas." } }, "sv")).toHaveLength(1);
  expect(wrong({ "inbox.failed": { defaultMessage: "Bilagan kunde inte laddas ner." } }, "sv")).toEqual([]);
  expect(wrong({ "locations.title": { defaultMessage: "Toimipisteet" } }, "fi")).toEqual([]);
});

it.each(["shared", "resident", "practitioner"])("finds none of it in the texts of %s", (folder) => {
  const found = [...new Set(rules.map(({ language }) => language))].flatMap((language) =>
    wrong(readEntries(folder, language), language),
  );
  expect(found).toEqual([]);
});
