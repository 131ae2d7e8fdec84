/** How good a connection is, in words: what people see and hear of it, measured every two seconds. */
import type { PeerStats } from "./transport";

export type Health = "good" | "fair" | "poor";

const healths: readonly Health[] = ["good", "fair", "poor"];

/** What came over the line may be anything. */
export const isHealth = (word: unknown): word is Health => healths.includes(word as Health);

export const measuredEveryMs = 2_000;

/** Worse than either is that word. */
const poor = { loss: 0.08, roundTripMs: 500 } as const;
const fair = { loss: 0.03, roundTripMs: 250 } as const;

export type Sample = Pick<PeerStats, "loss" | "roundTripMs">;

export function wordOf({ loss = 0, roundTripMs = 0 }: Sample): Health {
  const isBeyond = (limit: typeof poor | typeof fair) => loss > limit.loss || roundTripMs > limit.roundTripMs;
  if (isBeyond(poor)) return "poor";
  return isBeyond(fair) ? "fair" : "good";
}

/** The word that two of the last three measures reach: one alone is a hiccup. */
export function healthOf(last: readonly Health[]): Health {
  const reach = (word: Health) => last.filter((each) => healths.indexOf(each) >= healths.indexOf(word)).length >= 2;
  if (reach("poor")) return "poor";
  return reach("fair") ? "fair" : "good";
}

/** Of several connections the worst one is felt. */
export const worstOf = (words: readonly Health[]): Health | undefined =>
  words.toSorted((a, b) => healths.indexOf(b) - healths.indexOf(a))[0];

/** Of one connection: what the last measures together say. */
export function healthMeter(): (sample: Sample) => Health {
  let last: readonly Health[] = [];
  return (sample) => {
    last = [...last, wordOf(sample)].slice(-3);
    return healthOf(last);
  };
}
