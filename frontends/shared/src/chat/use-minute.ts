import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** The present moment, to the minute; whoever reads it is shown anew when the next one begins. */
export function useMinute(): number {
  return useSyncExternalStore(watchClock, () => Math.floor(Date.now() / minuteMs) * minuteMs);
}

function watchClock(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const lookAndWait = () => {
    clearTimeout(timer);
    look();
    timer = setTimeout(lookAndWait, minuteMs - (Date.now() % minuteMs));
  };
  lookAndWait();
  // Timers sleep with the computer.
  document.addEventListener("visibilitychange", lookAndWait);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", lookAndWait);
  };
}
