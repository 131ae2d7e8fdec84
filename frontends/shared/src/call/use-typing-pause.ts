import { useEffect, useState } from "react";

/** So long nothing is typed before somebody is asked for something else. */
const pauseMs = 2_000;

const isField = (element: Element | null) =>
  element instanceof HTMLElement && (element.matches("input, textarea, select") || element.isContentEditable);

/** Whether the person has stopped to type, once: at once where they are in no field. What opens then takes the keys from them. */
export function useTypingPause(): boolean {
  const [isPaused, setPaused] = useState(() => !isField(document.activeElement));
  useEffect(() => {
    if (isPaused) return;
    const pause = () => setPaused(true);
    let timer = setTimeout(pause, pauseMs);
    const typed = () => {
      clearTimeout(timer);
      timer = setTimeout(pause, pauseMs);
    };
    document.addEventListener("keydown", typed, true);
    document.addEventListener("input", typed, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", typed, true);
      document.removeEventListener("input", typed, true);
    };
  }, [isPaused]);
  return isPaused;
}
