// What a reader sees of a text with plurals, for numbers that languages treat differently. On the server, because Node knows
// the plural rules of the Sami languages and a browser need not.
import { IntlMessageFormat } from "intl-messageformat";
import { languageNames } from "../i18n/languages.mjs";
import { argumentsOf, parseIn, pluralsOf } from "../i18n/message.mjs";

const numbers = [0, 1, 2, 5, 21];

/** Stand-ins for the arguments that are no number. */
const examples = {
  text: (name) => `‹${name}›`,
  select: () => "other",
  date: () => new Date(2026, 0, 31, 12),
  tag: () => (children) => children.join(""),
};

/** [{ number, text }], empty for a text without plurals or one that is no message yet. */
export function previewOf(text, language) {
  try {
    const ast = parseIn(language, text);
    if (pluralsOf(ast).length === 0) return [];
    const message = new IntlMessageFormat(ast, languageNames[language].iso);
    return numbers.map((number) => {
      const values = [...argumentsOf(ast)].map(([name, kind]) => [name, examples[kind]?.(name) ?? number]);
      return { number, text: String(message.format(Object.fromEntries(values))) };
    });
  } catch {
    return [];
  }
}
