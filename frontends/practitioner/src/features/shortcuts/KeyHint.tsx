import { useShortcutsEnabled } from "./enabled";
import styles from "./KeyHint.module.css";
import { keysText, type ShortcutId, shortcuts } from "./shortcuts";

/** The key on its button, drawn for the eye alone: `useAriaKeys` says it to others. */
export function KeyHint({ id }: { readonly id: ShortcutId }) {
  const enabled = useShortcutsEnabled();
  return enabled ? <span aria-hidden="true" className={styles.hint} data-keys={keysText(id)} /> : null;
}

/** `aria-keyshortcuts` of a button; nothing while the keys do nothing. */
export function useAriaKeys(): (id: ShortcutId) => string | undefined {
  const enabled = useShortcutsEnabled();
  return (id) => (enabled ? shortcuts[id].keys : undefined);
}
