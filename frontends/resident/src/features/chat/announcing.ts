/** When a place in a line is told aloud: often enough to be ready in time, and not so often that nothing else can be heard. */

const atMostEveryMs = 60_000;

/** The last three places: next, second and third. */
const nearAhead = 2;

export const isNear = (ahead: number) => ahead <= nearAhead;

/** What was told last. */
export interface Told {
  readonly ahead: number;
  /** When, in milliseconds. */
  readonly at: number;
}

/** After how many milliseconds to tell this place; undefined: it was told already. */
export function tellIn(told: Told | undefined, ahead: number, now: number): number | undefined {
  if (told?.ahead === ahead) return undefined;
  if (!told || isNear(ahead)) return 0;
  return Math.max(0, told.at + atMostEveryMs - now);
}
