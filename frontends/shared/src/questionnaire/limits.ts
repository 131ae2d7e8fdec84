/** What is wrong with the kept answer of an item that is enabled. */
import type { AnswerValueJson, ItemJson, ItemProblemJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { graphemes } from "../ui/graphemes";
import { isAnswerDay, isTime } from "./calendar";
import { decimalText, million, stepOf } from "./decimal";
import { formatProblem } from "./formats";
import { isChoice, type Kept } from "./kept";

/** As many characters as the platform takes: on one line, and on several or instead of an option. */
const lineMax = 1_000;
const textMax = 10_000;
const integerMax = 1_000_000_000n;
const decimalMax = integerMax * million;

/** What begins another line, also where it is no sign of the keyboard. */
const lineBreak = /[\r\n\u2028\u2029]/;

/** Adds a problem; only the first of a code is told. */
type Tell = (code: string, params?: Readonly<Record<string, string | number>>) => void;

/** Most characters of a text; undefined: the item takes none. */
function lengthOf({ type, maxLength = 0 }: ItemJson): number | undefined {
  if (type === "ITEM_TYPE_STRING") return maxLength || lineMax;
  return type === "ITEM_TYPE_TEXT" || type === "ITEM_TYPE_OPEN_CHOICE" ? maxLength || textMax : undefined;
}

function tellChoices(item: ItemJson, values: readonly AnswerValueJson[], tell: Tell): void {
  const { options = [], repeats = false, minChoices = 0, maxChoices = 0 } = item;
  const optionOf = new Map(options.map((option) => [option.code ?? "", option]));
  const chosen = values.flatMap(({ code }) => (code === undefined ? [] : [optionOf.get(code)]));
  const isExclusive = chosen.some((option) => option?.exclusive);
  if (chosen.includes(undefined)) tell("unknown_option");
  if (isChoice(item) && repeats && values.length > 0 && !isExclusive) {
    if (values.length < minChoices) tell("too_few", { min: minChoices });
    if (maxChoices > 0 && values.length > maxChoices) tell("too_many", { max: maxChoices });
  }
  if (isExclusive && values.length > 1) tell("exclusive");
}

function tellTexts(item: ItemJson, values: readonly AnswerValueJson[], tell: Tell): void {
  const max = lengthOf(item);
  const texts = values.flatMap(({ text, other }) => text ?? other ?? []);
  for (const text of texts) {
    // No text has more characters than it has units.
    const characters = max !== undefined && text.length > max ? graphemes(text) : 0;
    if (max !== undefined && characters > max) tell("too_long", { max, characters });
  }
  if (item.type !== "ITEM_TYPE_TEXT" && texts.some((text) => lineBreak.test(text))) tell("several_lines");
}

function tellNumbers(item: ItemJson, values: readonly AnswerValueJson[], tell: Tell): void {
  const isDecimal = item.type === "ITEM_TYPE_DECIMAL";
  const most = isDecimal ? decimalMax : integerMax;
  const numbers = values.flatMap(({ integer, decimal }) => {
    const number = isDecimal ? decimal : integer;
    return number === undefined ? [] : [BigInt(number)];
  });
  const inRange = numbers.filter((number) => number >= -most && number <= most);
  const bound = (text: string) => decimalText(isDecimal ? BigInt(text) : BigInt(text) * million);
  const { min, max, decimals = 0 } = item;
  if (min !== undefined && inRange.some((number) => number < BigInt(min))) tell("below_min", { min: bound(min) });
  if (max !== undefined && inRange.some((number) => number > BigInt(max))) tell("above_max", { max: bound(max) });
  if (isDecimal && numbers.some((number) => number % stepOf(decimals) !== 0n)) tell("too_many_decimals", { decimals });
  if (inRange.length < numbers.length) tell("out_of_range");
}

function tellDays({ dateLimit }: ItemJson, values: readonly AnswerValueJson[], today: string, tell: Tell): void {
  const days = values.flatMap(({ date }) => date ?? []);
  const real = days.filter(isAnswerDay);
  if (real.length < days.length || values.some(({ time }) => time !== undefined && !isTime(time))) tell("malformed");
  if (dateLimit === "DATE_LIMIT_NOT_IN_FUTURE" && real.some((day) => day > today)) tell("in_future");
  if (dateLimit === "DATE_LIMIT_NOT_IN_PAST" && real.some((day) => day < today)) tell("in_past");
}

/** In the order in which the rules name them, each code once. */
export function problemsOf(item: ItemJson, { values, isWrongKind }: Kept, today: string): readonly ItemProblemJson[] {
  const problems = new Map<string, ItemProblemJson>();
  const tell: Tell = (code, params) => {
    if (problems.has(code)) return;
    const texts = Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]);
    const said = params === undefined ? {} : { params: Object.fromEntries(texts) };
    problems.set(code, { ...(item.linkId ? { linkId: item.linkId } : {}), code, ...said });
  };
  if (isWrongKind) tell("wrong_kind");
  if (item.required && values.length === 0) tell("required");
  if (values.length > 1 && !item.repeats) tell("too_many", { max: 1 });
  tellChoices(item, values, tell);
  tellTexts(item, values, tell);
  tellNumbers(item, values, tell);
  tellDays(item, values, today, tell);
  const texts = item.type === "ITEM_TYPE_STRING" ? values.flatMap(({ text }) => text ?? []) : [];
  for (const code of texts.flatMap((text) => formatProblem(item.format, text) ?? [])) tell(code);
  return [...problems.values()];
}
