/** What the screens offer at the moment, for the keys, the command palette and the buttons. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { type ShortcutActions, type ShortcutId, shortcutIds } from "./shortcuts";

const offers = new Set<ShortcutActions>();
const listeners = new Set<() => void>();
let offered: ShortcutActions = {};

function change(): void {
  offered = Object.assign({}, ...offers);
  for (const tell of listeners) tell();
}

/** Offers actions while the component is there; one that is undefined cannot be done now. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const ids = shortcutIds.filter((id) => actions[id]).join(" ");
  useEffect(() => {
    if (ids === "") return;
    const offer = Object.fromEntries((ids.split(" ") as ShortcutId[]).map((id) => [id, () => latest.current[id]?.()]));
    offers.add(offer);
    change();
    return () => {
      offers.delete(offer);
      change();
    };
  }, [ids]);
}

export const offeredActions = (): ShortcutActions => offered;

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useOfferedActions = () => useSyncExternalStore(subscribe, offeredActions);
