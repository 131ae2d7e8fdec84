/** Tells the server how far somebody has read: only when they have come further, and at most once a second. */

export interface OwnMark {
  readonly deliveredNumber: number;
  readonly seenNumber: number;
}

const everyMs = 1_000;

/** What is fetched is mostly seen in the same moment: both are told together. */
const togetherMs = 50;

const isFurther = (a: OwnMark, b: OwnMark) => a.deliveredNumber > b.deliveredNumber || a.seenNumber > b.seenNumber;

export interface MarkTellerOptions {
  /** What the server knows already. */
  readonly known: OwnMark;
  /** Answers whether it was told. */
  readonly tell: (mark: OwnMark) => Promise<boolean>;
}

export function markTeller({ known, tell }: MarkTellerOptions) {
  let told = known;
  let now = known;
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tellNow = async () => {
    timer = undefined;
    const before = told;
    const telling = now;
    told = telling;
    lastAt = Date.now();
    // What failed is told with the next step, or when it is said to tell again.
    if (!(await tell(telling)) && told === telling) told = before;
  };
  const tellSoon = () => {
    if (timer !== undefined || !isFurther(now, told)) return;
    timer = setTimeout(() => void tellNow(), Math.max(togetherMs, lastAt + everyMs - Date.now()));
  };

  return {
    note({ deliveredNumber, seenNumber }: OwnMark) {
      now = {
        deliveredNumber: Math.max(now.deliveredNumber, deliveredNumber),
        seenNumber: Math.max(now.seenNumber, seenNumber),
      };
      tellSoon();
    },
    /** The line is there again: what failed meanwhile is told. */
    tellAgain: tellSoon,
    /** What is still to be told is told at once. */
    stop() {
      if (timer === undefined) return;
      clearTimeout(timer);
      void tellNow();
    },
  };
}

export type MarkTeller = ReturnType<typeof markTeller>;
