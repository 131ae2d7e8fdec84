/**
 * What somebody types, kept in this tab (sessionStorage): it outlives an error, a reload and a session that ran out, and goes
 * with the tab, on signing out, or when somebody else signs in. What is worth more than that is at the server (remote.ts).
 */
import type { IntentStorage, StoredIntent } from "../rpc/intent";

const prefix = "kajo.draft.";
const ownerKey = "kajo.draft-owner";

export function loadDraft<T>(name: string, empty: T): T {
  try {
    const text = window.sessionStorage.getItem(prefix + name);
    return text === null ? empty : { ...empty, ...(JSON.parse(text) as T) };
  } catch {
    return empty;
  }
}

export function saveDraft<T>(name: string, value: T | undefined): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(prefix + name);
    else window.sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden; the text still stands in the field.
  }
}

/** With the idempotency key beside it. */
export function forgetDraft(name: string): void {
  saveDraft(name, undefined);
  intentStorage(name).save(undefined);
}

/** The name of messages on their way among the drafts (thread/pending/hold.ts). */
export const pendingDraft = "pending";

interface KeptPending {
  readonly messages?: readonly { readonly conversationId?: string }[];
}

/** Whether a reload interrupted a message: asked before the code that sends it is fetched. */
export const hasPending = () => loadDraft<KeptPending>(pendingDraft, {}).messages !== undefined;

/** Whether a message is on its way into this conversation. */
export const hasPendingIn = (id: string) =>
  loadDraft<KeptPending>(pendingDraft, {}).messages?.some(({ conversationId }) => conversationId === id) ?? false;

/** The names of all that is kept in this tab. */
export function draftNames(): readonly string[] {
  try {
    const keys = Object.keys(window.sessionStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Of drafts of forms (use-edit.ts), which no server keeps. */
export const editPrefix = "edit.";

/** What was typed into forms and not saved goes: who signs out has been asked about it. */
export function forgetEdits(): void {
  for (const name of draftNames()) if (name.startsWith(editPrefix)) saveDraft(name, undefined);
}

/** Who is signed in now: drafts of anybody else go. */
export function keepDraftsOf(personId: string): void {
  try {
    if (window.sessionStorage.getItem(ownerKey) === personId) return;
    for (const name of draftNames()) saveDraft(name, undefined);
    window.sessionStorage.setItem(ownerKey, personId);
  } catch {
    // Forbidden storage holds no drafts.
  }
}

/** Keeps the idempotency key beside the draft: sending again after a reload is the same intent. */
export function intentStorage(name: string): IntentStorage {
  const key = `${name}.intent`;
  return {
    load: () => loadDraft<{ intent?: StoredIntent }>(key, {}).intent,
    save: (intent) => saveDraft(key, intent && { intent }),
  };
}
