/** What is computed of answers. */
import type { AnswerValueJson, BandJson, ItemJson, ScoreJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { fits, million, shared } from "./decimal";
import { isChoice } from "./kept";

/** What stands before a score and is enabled: what is kept of it, or the value that it has as a score itself. */
export interface Seen {
  readonly item: ItemJson;
  readonly values: readonly AnswerValueJson[];
}

/** What it adds, in millionths; undefined: it is not answered, or gives nothing. */
function amountOf({ item, values }: Seen): bigint | undefined {
  const amounts = values.flatMap(({ code, integer, decimal, boolean }) => {
    if (integer !== undefined) return BigInt(integer) * million;
    if (decimal !== undefined) return BigInt(decimal);
    if (boolean !== undefined) return boolean ? million : 0n;
    const option = code === undefined ? undefined : item.options?.find((each) => (each.code ?? "") === code);
    return option?.ordinal === undefined ? [] : BigInt(option.ordinal);
  });
  return amounts.length === 0 ? undefined : amounts.reduce((sum, amount) => sum + amount, 0n);
}

const timesAnswered = (seen: Seen) => (isChoice(seen.item) ? seen.values.length : Math.min(seen.values.length, 1));

/** The value of a score over the items it names, of which `named` are enabled; undefined: it has none. */
export function scoreValue(score: ScoreJson | undefined, named: readonly Seen[]): bigint | undefined {
  if (!score?.partial && named.some(({ values }) => values.length === 0)) return undefined;
  if (score?.kind === "SCORE_KIND_COUNT") {
    const times = named.reduce((sum, seen) => sum + timesAnswered(seen), 0);
    return named.length === 0 ? undefined : BigInt(times) * million;
  }
  const amounts = named.flatMap((seen) => amountOf(seen) ?? []);
  if (amounts.length === 0) return undefined;
  const sum = amounts.reduce((before, amount) => before + amount, 0n);
  const kinds: Readonly<Record<string, bigint>> = {
    SCORE_KIND_SUM: sum,
    SCORE_KIND_MEAN: shared(sum, BigInt(amounts.length), score?.decimals ?? 0),
  };
  const value = kinds[score?.kind ?? ""];
  return value !== undefined && fits(value) ? value : undefined;
}

/** Which of the bands, counted from 0; undefined: the value is below the first, or there is none. */
export function bandOf(bands: readonly BandJson[] = [], value: bigint | undefined): number | undefined {
  const at = value === undefined ? -1 : bands.findLastIndex(({ from = "0" }) => BigInt(from) <= value);
  return at < 0 ? undefined : at;
}
