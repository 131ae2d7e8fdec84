/** That somebody writes at this moment. */

/** So long it holds once it was said. */
export const typingHoldsMs = 6_000;

const everyMs = 3_000;

/**
 * To be called with each change of the field: says that somebody writes, now and then, and never of a field that is empty. Behind that,
 * what comes next is said at once.
 */
export function typingTeller(tell: () => void): (text: string) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (text) => {
    const now = Date.now();
    if (text.trim() === "") lastAt = Number.NEGATIVE_INFINITY;
    else if (now - lastAt >= everyMs) {
      lastAt = now;
      tell();
    }
  };
}
