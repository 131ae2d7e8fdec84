import { offeredActions } from "./actions";
import { type Shortcut, type ShortcutId, shortcutIds, shortcuts } from "./shortcuts";

/** How long the first of two keys waits for the second, and how soon the letters of a word follow each other; in milliseconds. */
const patience = 1_500;

/**
 * Where letters are typed, or choose from a list. All of a form belongs to it: who has just sent an empty one goes on typing
 * while the focus is on what is wrong.
 */
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, form, [contenteditable], [role="menu"]';
const dialogs = "[role=dialog], [role=alertdialog], dialog[open]";

const byKeys = new Map(shortcutIds.map((id) => [shortcuts[id].keys as string, id]));
const firstKeys = new Set([...byKeys.keys()].flatMap((keys) => (keys.includes(" ") ? keys.split(" ", 1) : [])));

/** Answers with what ends it. `unopened` is told when an action is meant for a task that has not been opened. */
export function listenForShortcuts(unopened: () => void): () => void {
  let first: { readonly key: string; readonly at: number } | undefined;
  // Whoever types goes on for a while when the field is taken away, as by a colleague who takes the task over: these are no commands.
  let typedAt: number | undefined;
  const isSentence = (event: KeyboardEvent) => {
    const { key, target, timeStamp, ctrlKey, metaKey } = event;
    if (key.length > 1 || ctrlKey || metaKey) {
      if (key === "Escape" || key === "Tab" || key === "Enter") typedAt = undefined;
      return false;
    }
    const inField = target instanceof Element && target.closest(typing) !== null;
    const goesOn = typedAt !== undefined && timeStamp - typedAt < patience;
    typedAt = inField || goesOn ? timeStamp : undefined;
    return goesOn && !inField;
  };
  const onPress = () => {
    typedAt = undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    if (isSentence(event)) return;
    const before = first && event.timeStamp - first.at < patience ? first.key : undefined;
    first = undefined;
    const key = keyOf(event);
    if (key === undefined) return;
    if (!before && firstKeys.has(key)) {
      first = { key, at: event.timeStamp };
      return;
    }
    const id = byKeys.get(before ? `${before} ${key}` : key);
    const action = id && offeredActions()[id];
    if (!action || (event.repeat && !("repeats" in shortcuts[id]))) return;
    event.preventDefault();
    if (aimsElsewhere(id)) unopened();
    else action();
  };
  window.addEventListener("keydown", onKey);
  window.addEventListener("pointerdown", onPress);
  return () => {
    window.removeEventListener("keydown", onKey);
    window.removeEventListener("pointerdown", onPress);
  };
}

/** The key, where a single one may mean something. */
function keyOf(event: KeyboardEvent): string | undefined {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (key.length !== 1 || (target instanceof Element && target.closest(typing))) return undefined;
  if (document.querySelector(dialogs)) return undefined;
  const letter = key.toLowerCase();
  // Signs may need Shift, depending on the keyboard; letters do not.
  return event.shiftKey && letter !== key.toUpperCase() ? undefined : letter;
}

/** The focus is on one task of the list while another is open: nobody can tell which of them is meant. */
function aimsElsewhere(id: ShortcutId): boolean {
  const { group }: Shortcut = shortcuts[id];
  const row = document.activeElement?.closest("[data-task]");
  return group === "conversation" && row != null && !row.hasAttribute("aria-current");
}
