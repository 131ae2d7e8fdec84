/** Numbers of the contract as fields hold them. */

const million = 1_000_000;
/** Beyond this a number is no longer exact. */
const most = 9e15;

const text = (number: number) => String(Math.round(Math.max(-most, Math.min(most, number))));

/** Undefined: there is none. */
export const wholeOf = (number: number | null): string | undefined => (number === null ? undefined : text(number));
export const millionthsOf = (number: number | null): string | undefined =>
  number === null ? undefined : text(number * million);

/** null: there is none. */
export const numberOf = (whole: string | undefined): number | null => (whole === undefined ? null : Number(whole));
export const fractionOf = (millionths: string | undefined): number | null =>
  millionths === undefined ? null : Number(millionths) / million;

export const wholeFormat = { maximumFractionDigits: 0 } as const;
export const decimalFormat = { maximumFractionDigits: 6 } as const;
