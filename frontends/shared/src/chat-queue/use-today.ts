import { useSyncExternalStore } from "react";
import { dayKey } from "../i18n";

const hourMs = 3_600_000;

/** The day that the calendar of Finland shows ("2026-11-27"); whoever reads it is shown anew when the next one begins. */
export function useToday(): string {
  return useSyncExternalStore(watchClock, () => dayKey(new Date()));
}

/** Looks at each full hour: midnight in Finland is one, in the nights in which the clocks are changed too. */
function watchClock(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(lookAndWait, hourMs - (Date.now() % hourMs));
  };
  const lookAndWait = () => {
    clearTimeout(timer);
    look();
    wait();
  };
  wait();
  // Timers sleep with the phone.
  document.addEventListener("visibilitychange", lookAndWait);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", lookAndWait);
  };
}
