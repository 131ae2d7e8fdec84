/** Waits until the browser has nothing better to do, or this many milliseconds at the most. */
const longestRestMs = 1_000;

export function rest(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: longestRestMs });
    else setTimeout(resolve, longestRestMs / 4);
  });
}
