/** What other systems call things, as lines of a field. */

export interface Parameter {
  readonly name?: string;
  readonly values?: readonly string[];
}

const parts = (text: string, between: string) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean);

export const linesOf = (words: readonly string[] = []) => words.join("\n");

export const wordsIn = (lines: string) => parts(lines, "\n");

export const parameterLines = (parameters: readonly Parameter[] = []) =>
  linesOf(parameters.map(({ name = "", values = [] }) => `${name}: ${values.join(", ")}`));

/** A line without a colon is a name without values, which the server tells. */
export const parametersIn = (lines: string): readonly Parameter[] =>
  wordsIn(lines).map((line) => {
    const [name = "", ...rest] = line.split(":");
    return { name: name.trim(), values: parts(rest.join(":"), ",") };
  });
