// What one text must hold: ICU syntax, the arguments of the Finnish text, the plural forms of its language. Pure.
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** Plural categories that a language's texts must have, no more and no fewer; exact forms (=0) are free. */
const pluralCategories = {
  fi: ["one", "other"],
  en: ["one", "other"],
  sv: ["one", "other"],
  sme: ["one", "two", "other"],
  smn: ["one", "two", "other"],
  sms: ["one", "two", "other"],
};

/**
 * Categories that a text may have beside those: for 2 where the language has a word of its own for it (Swedish "båda"), and nothing
 * where it has not. No rule of plurals of the language knows them, so they become exact forms.
 */
const allowedCategories = { sv: { two: "=2" } };

/** A text parsed as its language reads it. */
export function parseIn(language, text, options) {
  const ast = parse(text, options);
  for (const [category, exact] of Object.entries(allowedCategories[language] ?? {})) {
    for (const plural of pluralsOf(ast)) {
      const { [category]: given, ...others } = plural.options;
      if (given) plural.options = { [exact]: given, ...others };
    }
  }
  return ast;
}

/** A text whose lines do not end after the hyphen of "AD-ryhmä" or "e-post": what stands before it is no word that could be read alone. */
export const unbroken = (text) => text.replaceAll(/(?<![\p{L}-])(AD|e)-(?=\p{L})/gu, "$1-\u2060");

/** Up to this many words a text may be the same in two languages: names, abbreviations, loans. */
const sameWords = 3;

/** The arguments of a text: name to kind. */
export function argumentsOf(ast, found = new Map()) {
  for (const element of ast) {
    switch (element.type) {
      case TYPE.argument:
        if (!found.has(element.value)) found.set(element.value, "text");
        break;
      case TYPE.number:
      case TYPE.plural:
        found.set(element.value, "number");
        break;
      case TYPE.date:
      case TYPE.time:
        found.set(element.value, "date");
        break;
      case TYPE.select:
        found.set(element.value, "select");
        break;
      case TYPE.tag:
        found.set(element.value, "tag");
        argumentsOf(element.children, found);
        break;
      default:
    }
    for (const option of Object.values(element.options ?? {})) argumentsOf(option.value ?? [], found);
  }
  return found;
}

function* elements(ast) {
  for (const element of ast) {
    yield element;
    if (element.children) yield* elements(element.children);
    for (const option of Object.values(element.options ?? {})) yield* elements(option.value ?? []);
  }
}

/** The plurals of a text, also those inside another. */
export function pluralsOf(ast) {
  return [...elements(ast)].filter((element) => element.type === TYPE.plural);
}

/** How many words a reader sees; names of arguments and of plural forms are none. */
function words(ast) {
  return [...elements(ast)]
    .filter((element) => element.type === TYPE.literal)
    .flatMap((element) => element.value.match(/\p{L}[\p{L}\p{M}'’ʹʼ-]*/gu) ?? []).length;
}

function describe(argumentKinds) {
  return [...argumentKinds]
    .map(([name, kind]) => `${name}: ${kind}`)
    .sort()
    .join(", ");
}

function parsed(text) {
  try {
    return { ast: parse(text) };
  } catch (error) {
    return { trouble: error.message };
  }
}

/**
 * @param language of the text
 * @param origin the text that this one is held against, with its language; none for a text that Finnish does not have
 */
export function messageProblemsOf(text, language, origin) {
  if (!text || text.trim() === "") return ["the text is empty"];
  const { ast, trouble } = parsed(text);
  if (!ast) return [`not an ICU message (${trouble})`];
  const problems = [];
  const expected = origin && parsed(origin.text).ast;
  if (expected) {
    const here = describe(argumentsOf(ast));
    const there = describe(argumentsOf(expected));
    if (here !== there) problems.push(`takes (${here}), in ${origin.language} (${there})`);
    if (language !== origin.language && text === origin.text && words(ast) > sameWords) {
      problems.push(`untranslated: the same as in ${origin.language}`);
    }
  }
  for (const plural of pluralsOf(ast)) {
    const has = Object.keys(plural.options)
      .filter((category) => !category.startsWith("="))
      .sort();
    const allowed = Object.keys(allowedCategories[language] ?? {}).filter((category) => has.includes(category));
    const must = [...pluralCategories[language], ...allowed].sort();
    if (has.join() !== must.join()) {
      problems.push(`plural of ${plural.value} has ${has.join(", ")}, must have ${must.join(", ")}`);
    }
  }
  return problems;
}
