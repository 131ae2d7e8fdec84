/** What the fields of a choice do to its options. */
import { codeOf } from "./codes";
import { finnishOf, inFinnish, type OptionJson, type Patch, patched } from "./types";

/** What the version in force calls the options of the item; undefined until it is known. */
type Published = ReadonlySet<string> | undefined;

/** Codes of the others, and published ones: answers hold them, also those of options that are there no more. */
const takenBut = (options: readonly OptionJson[], at: number, published: Published) =>
  new Set([...options.filter((_, index) => index !== at).map(({ code }) => code ?? ""), ...(published ?? [])]);

interface OptionsChange {
  readonly options: readonly OptionJson[];
  /** Conditions follow. */
  readonly renamed?: { readonly from: string; readonly to: string };
}

export const withNewOption = (options: readonly OptionJson[], published: Published): readonly OptionJson[] => [
  ...options,
  { code: codeOf("", takenBut(options, -1, published)) },
];

export const withoutOption = (options: readonly OptionJson[], at: number): readonly OptionJson[] =>
  options.filter((_, index) => index !== at);

export const withOption = (
  options: readonly OptionJson[],
  at: number,
  patch: Patch<OptionJson>,
): readonly OptionJson[] =>
  options.map((option, index) => (index === at ? patched<OptionJson>(option, patch) : option));

/** With other words. Its code follows them until it is published: from then on answers may hold it. */
export function withWords(
  options: readonly OptionJson[],
  at: number,
  words: string,
  published: Published,
): OptionsChange {
  const option = options[at] ?? {};
  const { code = "" } = option;
  const taken = takenBut(options, at, published);
  const wasMade = code === "" || code === codeOf(finnishOf(option.text), taken) || /^o\d+$/.test(code);
  // Until it is known which codes are published, none changes.
  const isFixed = published === undefined || published.has(code);
  const to = isFixed || !wasMade ? code : codeOf(words, taken);
  const next = withOption(options, at, { text: inFinnish(option.text, words), code: to });
  return code === to ? { options: next } : { options: next, renamed: { from: code, to } };
}

/** One place up or down; past either end nothing moves. */
export function withMoved(options: readonly OptionJson[], at: number, way: -1 | 1): readonly OptionJson[] {
  const option = options[at];
  const to = at + way;
  if (option === undefined || to < 0 || to >= options.length) return options;
  const others = withoutOption(options, at);
  return [...others.slice(0, to), option, ...others.slice(to)];
}
