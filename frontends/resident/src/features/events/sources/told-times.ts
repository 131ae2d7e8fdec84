/** By which times entries stand in the history of which nothing may be told any more, not even when they were. */

/**
 * One of each, in their order, which is the newest first. One without a time of its own stands with the one before it; the first one, by when it
 * arrived.
 */
export function toldTimes(entries: readonly (readonly [own: string | undefined, arrived: string | undefined])[]) {
  let before = "";
  return entries.map(([own, arrived = ""]): string => {
    before = own || before || arrived;
    return before;
  });
}
