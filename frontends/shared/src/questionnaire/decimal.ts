/** Numbers in millionths: what is counted is whole, and no two machines disagree about it. */

export const million = 1_000_000n;

/** Digits behind the point, as many as millionths have at most. */
const digits = (decimals: number) => BigInt(Math.min(decimals, 6));

/** What the last digit behind the point is worth, in millionths. */
export const stepOf = (decimals: number) => 10n ** (6n - digits(decimals));

/** Plain text: a point, no zeros at the end, a minus in front. */
export function decimalText(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths;
  const behind = String(size % million)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return `${millionths < 0n ? "-" : ""}${size / million}${behind ? `.${behind}` : ""}`;
}

/** A sum shared by so many, to so many digits behind the point; half goes away from zero. */
export function shared(sum: bigint, count: bigint, decimals: number): bigint {
  const step = stepOf(decimals);
  const parts = count * step;
  const size = sum < 0n ? -sum : sum;
  const steps = (2n * size + parts) / (2n * parts);
  return (sum < 0n ? -steps : steps) * step;
}

/** What a score can hold. */
export const fits = (value: bigint) => BigInt.asIntN(64, value) === value;
