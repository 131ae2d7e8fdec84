/** What the fields of bands do to them. */
import { type BandJson, type Patch, patched } from "../build/types";

const million = 1_000_000n;

/** One more, a step above the last. */
export function withNewBand(bands: readonly BandJson[]): readonly BandJson[] {
  const last = bands.at(-1);
  const from = last === undefined ? 0n : BigInt(last.from ?? 0) + million;
  return [...bands, { from: String(from), level: "LEVEL_NORMAL" }];
}

export const withBand = (bands: readonly BandJson[], at: number, patch: Patch<BandJson>): readonly BandJson[] =>
  bands.map((band, index) => (index === at ? patched<BandJson>(band, patch) : band));

/** The lowest first, as they are published; what begins at the same value stays in its order, and is told. */
export const inOrder = (bands: readonly BandJson[]): readonly BandJson[] =>
  bands.toSorted((one, other) => {
    const difference = BigInt(one.from ?? 0) - BigInt(other.from ?? 0);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  });
