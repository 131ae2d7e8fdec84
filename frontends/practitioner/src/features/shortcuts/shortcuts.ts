/** Every single-key shortcut of the app: its keys, what it does in words, and where it belongs. */
import type { MessageId } from "@kajo/shared/i18n";

export type ShortcutGroup = "list" | "conversation" | "go";

export interface Shortcut {
  /** As the browser names the key; two after each other stand with a space between them. */
  readonly keys: string;
  readonly text: MessageId;
  readonly group: ShortcutGroup;
  /** Goes on while the key is held. */
  readonly repeats?: true;
}

export const shortcuts = {
  next: { keys: "j", text: "shortcuts.next", group: "list", repeats: true },
  previous: { keys: "k", text: "shortcuts.previous", group: "list", repeats: true },
  unread: { keys: "n", text: "shortcuts.unread", group: "list" },
  search: { keys: "/", text: "shortcuts.search", group: "list" },
  undo: { keys: "z", text: "shortcuts.undo", group: "list" },
  reply: { keys: "r", text: "action.reply", group: "conversation" },
  take: { keys: "t", text: "action.take", group: "conversation" },
  done: { keys: "e", text: "action.done", group: "conversation" },
  forward: { keys: "f", text: "action.forward", group: "conversation" },
  new: { keys: "g n", text: "inbox.tab.new", group: "go" },
  own: { keys: "g o", text: "inbox.tab.own", group: "go" },
  team: { keys: "g t", text: "inbox.tab.team", group: "go" },
  doneTab: { keys: "g d", text: "inbox.tab.done", group: "go" },
  help: { keys: "?", text: "shortcuts.title", group: "go" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

export const shortcutIds = Object.keys(shortcuts) as readonly ShortcutId[];

/** What can be done now; the rest does nothing. */
export type ShortcutActions = Partial<Record<ShortcutId, (() => void) | undefined>>;

/** As it is written on the keys. */
export const keysText = (id: ShortcutId) => shortcuts[id].keys.toUpperCase();
