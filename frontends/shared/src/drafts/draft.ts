/**
 * What somebody types, kept in this tab: it outlives an error, a reload and a session that ran out, and goes with the tab, on signing out,
 * or when somebody else signs in. What is worth more than that is at the server (remote.ts).
 *
 * In the storage of the tab it lies sealed, under a key that the gateway gives to whoever is signed in, the same in each session of theirs. So nobody
 * reads in a browser that was left what was typed there, and whoever typed it has it again.
 */
import type { IntentStorage, StoredIntent } from "../rpc/intent";
import { inTab } from "../storage/kept";
import type { TabKey } from "./seal";

const prefix = "kajo.draft.";

/** What lies in the tab, by name, as JSON. */
const drafts = new Map<string, string>();

/** What is on its way there. When the session ends meanwhile it comes to lie there all the same: it was typed before. */
const laying = new Map<string, string>();

/** Its code comes with the first draft: on most pages nobody types. */
const seal = () => import("./seal");

/** Nothing before it is known who is signed in, and nothing any more when their session is over. */
let keyFor: string | undefined;
let key: Promise<TabKey | undefined> | undefined;
let unlocking: Promise<void> | undefined;
let isLocked = false;

export function loadDraft<T>(name: string, empty: T): T {
  const text = drafts.get(name);
  return text === undefined ? empty : { ...empty, ...(JSON.parse(text) as T) };
}

export function saveDraft<T>(name: string, value: T | undefined): void {
  if (isLocked) return;
  if (value === undefined) {
    drafts.delete(name);
    laying.delete(name);
    inTab.remove(prefix + name);
    return;
  }
  const text = JSON.stringify(value);
  drafts.set(name, text);
  void lay(name, text);
}

async function lay(name: string, text: string): Promise<void> {
  const secret = keyFor;
  if (!secret) return;
  laying.set(name, text);
  await put(secret, name, text);
  if (laying.get(name) === text) laying.delete(name);
}

/** Puts it into the storage of the tab, unless something newer has been typed meanwhile. */
async function put(secret: string, name: string, text: string): Promise<void> {
  // Without a connection its code may not come: the next word tries again.
  const code = await seal().catch(() => undefined);
  const found = code && (await keyOf(secret, code.tabKey));
  if (!found) return;
  const hidden = await code.sealed(found, prefix + name, text);
  // Another key is awaited, or there already: what is kept is laid under it by then.
  const isAwaited = isLocked ? laying.get(name) === text : secret === keyFor && drafts.get(name) === text;
  if (isAwaited) inTab.set(prefix + name, hidden);
}

function keyOf(secret: string, make: (secret: string) => Promise<TabKey | undefined>) {
  if (secret !== keyFor) return make(secret);
  key ??= make(secret);
  return key;
}

/**
 * Reads what the same person has typed in this tab before; what anybody else has typed goes. A visit leaves it to a person who may come back:
 * it lies there sealed. Once for each who goes on in a page.
 */
export function unlockDrafts(secret: string | null, isPerson: boolean): Promise<void> | undefined {
  if (secret && !isLocked) unlocking ??= unlock(secret, isPerson);
  return unlocking;
}

async function unlock(secret: string, isPerson: boolean): Promise<void> {
  const names = storedNames();
  if (names.length > 0) {
    const { opened, tabKey } = await seal();
    const found = await tabKey(secret);
    const read = async (name: string) => {
      const hidden = inTab.get(prefix + name);
      const text = found && hidden ? await opened(found, prefix + name, hidden) : undefined;
      if (drafts.has(name)) return;
      if (text !== undefined) drafts.set(name, text);
      else if (isPerson) inTab.remove(prefix + name);
    };
    await Promise.all(names.map(read));
  }
  keyFor = secret;
  for (const [name, text] of drafts) void lay(name, text);
}

/** The session is over: nothing of what was typed can be read in this page any more. What lies in the tab stays, sealed. */
export function lockDrafts(): void {
  if (isLocked) return;
  giveUpKey();
  isLocked = true;
  drafts.clear();
}

/** What was typed goes, also from the tab: nobody comes back to it. Who types next in this page has a key of their own. */
export function forgetDrafts(): void {
  for (const name of draftNames()) saveDraft(name, undefined);
  awaitKey();
}

/** Whoever goes on in this page has another key, which is awaited: what is not locked away by then comes to lie under it. */
export function awaitKey(): void {
  isLocked = false;
  laying.clear();
  giveUpKey();
}

function giveUpKey(): void {
  keyFor = undefined;
  key = undefined;
  unlocking = undefined;
}

const storedNames = (): readonly string[] => inTab.names(prefix).map((each) => each.slice(prefix.length));

/** With the idempotency key beside it. */
export function forgetDraft(name: string): void {
  saveDraft(name, undefined);
  intentStorage(name).save(undefined);
}

/** The name of messages on their way among the drafts (thread/pending/undoable-message.ts). */
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
export const draftNames = (): readonly string[] => [...drafts.keys()];

/** Of drafts of forms (use-edit.ts), which no server keeps. */
export const editPrefix = "edit.";

/** What was typed into forms and not saved goes: who signs out has been asked about it. */
export function forgetEdits(): void {
  for (const name of draftNames()) if (name.startsWith(editPrefix)) saveDraft(name, undefined);
}

/** Keeps the idempotency key beside the draft: sending again after a reload is the same intent. */
export function intentStorage(name: string): IntentStorage {
  const key = `${name}.intent`;
  return {
    load: () => loadDraft<{ intent?: StoredIntent }>(key, {}).intent,
    save: (intent) => saveDraft(key, intent && { intent }),
  };
}
