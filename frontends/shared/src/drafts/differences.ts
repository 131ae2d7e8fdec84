/** What turns one text into another, by its words or by its letters. */

/** The pieces from `start` up to `end`, and what stands there instead. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How many words may differ, and how many letters are compared: more would be felt by whoever types. */
const wordsAtMost = 1_500;
const lettersAtMost = 4_000_000;

/** Pairs of equal pieces, in their order. */
type Pairs = readonly (readonly [number, number])[];

/** By the fewest words that differ (Myers, 1986); undefined when too many do. */
export const wordChanges = (before: readonly string[], after: readonly string[]): readonly Change[] | undefined =>
  changes(before, after, fewestDifferences);

/** By the letters that both have; undefined when there are too many. */
export const letterChanges = (before: readonly string[], after: readonly string[]): readonly Change[] | undefined =>
  changes(before, after, mostInCommon);

function changes(
  before: readonly string[],
  after: readonly string[],
  pair: (old: readonly string[], now: readonly string[]) => Pairs | undefined,
): readonly Change[] | undefined {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let behind = 0;
  while (behind < shorter - from && before.at(-1 - behind) === after.at(-1 - behind)) behind += 1;
  const old = before.slice(from, before.length - behind);
  const now = after.slice(from, after.length - behind);
  const pairs = pair(old, now);
  if (!pairs) return undefined;
  const found: Change[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...pairs, [old.length, now.length] as const]) {
    if (nextI > i || nextJ > j) found.push({ start: from + i, end: from + nextI, text: now.slice(j, nextJ).join("") });
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return found;
}

function fewestDifferences(old: readonly string[], now: readonly string[]): Pairs | undefined {
  /** How far one comes on each diagonal, after each number of differences. */
  const reached: Int32Array[] = [];
  const most = Math.min(wordsAtMost, old.length + now.length);
  let far = new Int32Array(3);
  for (let differing = 0; differing <= most; differing += 1) {
    const before = far;
    far = new Int32Array(2 * differing + 3);
    reached.push(before);
    for (let diagonal = -differing; diagonal <= differing; diagonal += 2) {
      let at = differing === 0 ? 0 : stepFrom(before, differing, diagonal).to;
      while (at < old.length && at - diagonal < now.length && old[at] === now[at - diagonal]) at += 1;
      far[diagonal + differing + 1] = at;
      if (at >= old.length && at - diagonal >= now.length) return backFrom(reached, old.length, now.length);
    }
  }
  return undefined;
}

/** From which diagonal one comes, and to where: a piece of the old text less, or one of the new text more. */
function stepFrom(before: Int32Array, differing: number, diagonal: number) {
  const on = (other: number) => (Math.abs(other) < differing ? (before[other + differing] ?? 0) : -1);
  const [less, more] = [on(diagonal - 1), on(diagonal + 1)];
  return less >= more ? { diagonal: diagonal - 1, to: less + 1 } : { diagonal: diagonal + 1, to: more };
}

function backFrom(reached: readonly Int32Array[], oldLength: number, nowLength: number): Pairs {
  const pairs: (readonly [number, number])[] = [];
  let [at, diagonal] = [oldLength, oldLength - nowLength];
  for (let differing = reached.length - 1; differing >= 0; differing -= 1) {
    const step =
      differing === 0 ? { diagonal: 0, to: 0 } : stepFrom(reached[differing] as Int32Array, differing, diagonal);
    while (at > step.to) {
      at -= 1;
      pairs.push([at, at - diagonal]);
    }
    if (step.diagonal < diagonal) at -= 1;
    diagonal = step.diagonal;
  }
  return pairs.toReversed();
}

function mostInCommon(old: readonly string[], now: readonly string[]): Pairs | undefined {
  if (old.length * now.length > lettersAtMost) return undefined;
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const from = (i: number, j: number) => common[i * width + j] ?? 0;
  // No number of blanks is worth a letter.
  const worth = old.map((piece) => (piece.trim() === "" ? 1 : 4_096));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const apart = Math.max(from(i + 1, j), from(i, j + 1));
      common[i * width + j] = old[i] === now[j] ? Math.max(from(i + 1, j + 1) + (worth[i] ?? 0), apart) : apart;
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j] && from(i, j) === from(i + 1, j + 1) + (worth[i] ?? 0)) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (from(i, j + 1) >= from(i + 1, j)) j += 1;
    else i += 1;
  }
  return pairs;
}
