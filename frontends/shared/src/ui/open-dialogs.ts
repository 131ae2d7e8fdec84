/** The modal dialogs that are open, the topmost last: what lies outside it can be neither pressed nor heard. */
import { useSyncExternalStore } from "react";

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(dialogs: readonly HTMLElement[]): void {
  open = dialogs;
  for (const tell of listeners) tell();
}

/** Notes a dialog that has opened; what it returns notes that it has closed. */
export function opened(dialog: HTMLElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((each) => each !== dialog));
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The dialog on top, while there is one. */
export function useTopDialog(): HTMLElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  );
}
