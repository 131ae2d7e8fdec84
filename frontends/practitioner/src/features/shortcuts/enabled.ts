/** Whether single keys do something, as it was chosen in this browser (WCAG 2.1.4 wants a way to turn them off). */
import { useSyncExternalStore } from "react";
import { useFeature } from "../flags/use-feature";

const name = "kajo.shortcuts";
const listeners = new Set<() => void>();

function enabled(): boolean {
  try {
    return window.localStorage.getItem(name) !== "off";
  } catch {
    return true;
  }
}

export function enableShortcuts(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, "off");
  } catch {
    // Forbidden storage keeps no choice.
  }
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  // Chosen in another tab.
  window.addEventListener("storage", tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener("storage", tell);
  };
}

/** As it was chosen here. */
export const useShortcutsChosen = () => useSyncExternalStore(subscribe, enabled);

/** Chosen here, and on at all. */
export function useShortcutsEnabled(): boolean {
  const chosen = useShortcutsChosen();
  return useFeature("keyboard_shortcuts") && chosen;
}
