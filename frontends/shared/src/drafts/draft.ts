/**
 * What somebody types, kept in this tab (sessionStorage): it outlives an error, a reload and a new sign-in of the same person,
 * and goes with the tab or when somebody else signs in. Nothing personal stays on a shared machine longer than that.
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

/** The name of messages on their way among the drafts (thread/pending/send.ts). */
export const pendingDraft = "pending";

/** Whether a reload interrupted a message: asked before the code that sends it is fetched. */
export const hasPending = () => loadDraft<{ messages?: unknown }>(pendingDraft, {}).messages !== undefined;

/** Who is signed in now: drafts of anybody else go. */
export function keepDraftsOf(personId: string): void {
  try {
    if (window.sessionStorage.getItem(ownerKey) === personId) return;
    for (const key of Object.keys(window.sessionStorage)) {
      if (key.startsWith(prefix)) window.sessionStorage.removeItem(key);
    }
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
