/**
 * That this browser has chats of a professional going on: only then is there anything to keep. Kept is when that was last seen, and nothing of
 * whose chats they are.
 */
import { inBrowser, inTab } from "@kajo/shared/storage";
import { useSyncExternalStore } from "react";

const name = "kajo.chat.goesOn";
const listeners = new Set<() => void>();

function tell(): void {
  for (const each of listeners) each();
}

const isMarked = () => inBrowser.get(name) !== undefined;

/** A chat goes on, or was accepted a moment ago. */
export function markChats(): void {
  inBrowser.set(name, String(Date.now()));
  tell();
}

/** There were none in the answer that was asked for at this moment; what was marked later stays. */
export function unmarkChats(askedAt: number): void {
  if (Number(inBrowser.get(name)) > askedAt) return;
  inBrowser.remove(name);
  tell();
}

function subscribe(look: () => void): () => void {
  listeners.add(look);
  const forget = inBrowser.subscribe(name, look);
  return () => {
    listeners.delete(look);
    forget();
  };
}

export const useChatsMarked = () => useSyncExternalStore(subscribe, isMarked);

/** When this tab was last told whether chats go on that were accepted in another browser. */
const lookedName = "kajo.chat.looked";
const lookEveryMs = 3_600_000;

/** Whether there may be chats of which this browser knows nothing. */
export const isLookDue = () => !isMarked() && Date.now() - Number(inTab.get(lookedName) ?? 0) > lookEveryMs;
export const noteLook = () => inTab.set(lookedName, String(Date.now()));
/** Who signs in next has others. */
export const forgetLook = () => inTab.remove(lookedName);
