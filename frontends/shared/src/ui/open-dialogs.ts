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

/** Where a list is drawn that opens from a field: in the dialog on top, since nothing beside it can be seen or pressed; else in the page. */
export function useListPlace(): { readonly UNSTABLE_portalContainer?: Element } {
  const dialog = useTopDialog();
  return dialog ? { UNSTABLE_portalContainer: dialog } : {};
}

/** Whether a list is open in this dialog: Escape closes that alone. */
export function hasOpenList(dialog: HTMLElement | null): boolean {
  return dialog?.querySelector("[data-trigger=ComboBox], [data-trigger=DatePicker]") != null;
}
