import { useEffect, useRef } from "react";

/** All who look at the same queue would ask in the same moment. */
const spreadMs = 5_000;

/** No browser waits longer than some weeks at once; a shorter piece is looked at again anyway. */
const longestWaitMs = 86_400_000;

/** What has not changed by then is asked for again: the clock here may be ahead of the server's. */
const againMs = 60_000;

/**
 * Fetches anew once an instant has come at which something is different by itself, and until it is told another one. Timers
 * sleep with the phone: how long is left is looked at again when the page is seen.
 */
export function useRefetchAt(at: string | undefined, refetch: () => void): void {
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  useEffect(() => {
    if (!at) return;
    let due = Date.parse(at) + Math.random() * spreadMs;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      if (Date.now() >= due) {
        due = Date.now() + againMs;
        latest.current();
      }
      timer = setTimeout(wait, Math.min(due - Date.now(), longestWaitMs));
    };
    const look = () => {
      if (document.visibilityState === "visible") wait();
    };
    wait();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [at]);
}
