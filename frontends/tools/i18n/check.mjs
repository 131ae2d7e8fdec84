// What a catalogue must hold. Pure: texts in, problems out; each names language and key.
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

function* plurals(ast) {
  for (const element of ast) {
    if (element.type === TYPE.plural) yield element;
    if (element.children) yield* plurals(element.children);
    for (const option of Object.values(element.options ?? {})) yield* plurals(option.value ?? []);
  }
}

function describe(argumentKinds) {
  return [...argumentKinds]
    .map(([name, kind]) => `${name}: ${kind}`)
    .sort()
    .join(", ");
}

/**
 * @param catalogues texts by language and id
 * @param source the language that the others are held against
 * @param code all sources as one text; undefined leaves out the search for unused keys
 * @param dynamic beginnings of ids that the code puts together, for example "error."
 */
export function problemsOf(catalogues, { source, code, dynamic = [] }) {
  const problems = [];
  const wanted = catalogues[source];
  const asts = {};
  for (const [language, texts] of Object.entries(catalogues)) {
    asts[language] = {};
    for (const [id, text] of Object.entries(texts)) {
      if (!text || text.trim() === "") {
        problems.push(`${language}: ${id}: the text is empty`);
        continue;
      }
      try {
        asts[language][id] = parse(text);
      } catch (error) {
        problems.push(`${language}: ${id}: not an ICU message (${error.message})`);
      }
    }
  }
  for (const [language, texts] of Object.entries(catalogues)) {
    for (const id of Object.keys(wanted)) if (!(id in texts)) problems.push(`${language}: ${id}: missing`);
    for (const id of Object.keys(texts)) if (!(id in wanted)) problems.push(`${language}: ${id}: not in ${source}`);
    for (const [id, ast] of Object.entries(asts[language])) {
      const expected = asts[source][id];
      if (expected) {
        const here = describe(argumentsOf(ast));
        const there = describe(argumentsOf(expected));
        if (here !== there) problems.push(`${language}: ${id}: takes (${here}), in ${source} (${there})`);
      }
      for (const plural of plurals(ast)) {
        const has = Object.keys(plural.options)
          .filter((category) => !category.startsWith("="))
          .sort();
        const must = [...pluralCategories[language]].sort();
        if (has.join() !== must.join()) {
          problems.push(
            `${language}: ${id}: plural of ${plural.value} has ${has.join(", ")}, must have ${must.join(", ")}`,
          );
        }
      }
    }
  }
  if (code !== undefined) {
    for (const id of Object.keys(wanted)) {
      const used =
        code.includes(`"${id}"`) || code.includes(`\`${id}\``) || dynamic.some((beginning) => id.startsWith(beginning));
      if (!used) problems.push(`${source}: ${id}: unused`);
    }
  }
  return problems;
}
