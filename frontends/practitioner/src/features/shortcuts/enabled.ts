/** Whether single keys do something, as it was chosen in this browser (WCAG 2.1.4 wants a way to turn them off). */
import { inBrowser } from "@kajo/shared/storage";
import { useSyncExternalStore } from "react";
import { useFeature } from "../flags/use-feature";

const name = "kajo.shortcuts";
const listeners = new Set<() => void>();

const enabled = () => inBrowser.get(name) !== "off";

export function enableShortcuts(on: boolean): void {
  if (on) inBrowser.remove(name);
  else inBrowser.set(name, "off");
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  // Chosen in another tab.
  const forget = inBrowser.subscribe(name, tell);
  return () => {
    listeners.delete(tell);
    forget();
  };
}

/** As it was chosen here. */
export const useShortcutsChosen = () => useSyncExternalStore(subscribe, enabled);

/** Chosen here, and on at all. */
export function useShortcutsEnabled(): boolean {
  const chosen = useShortcutsChosen();
  return useFeature("keyboard_shortcuts") && chosen;
}
