/**
 * Conversations that somebody has marked done a moment ago. The server cannot take a mark back, so it learns of it only when
 * the time to think again is over (HeldMarks.tsx); until then the app shows it as if it were done.
 */
import { type ConversationJson, newIdempotencyKey } from "@kajo/shared/rpc";
import { useSyncExternalStore } from "react";

export interface HeldMark {
  /** Idempotency key of the command. */
  readonly key: string;
  readonly conversationId: string;
  readonly personId: string;
  /** The newest message of somebody else when it was marked: what comes after it has not been seen. */
  readonly seen: number;
}

let held: readonly HeldMark[] = [];
const listeners = new Set<() => void>();

function change(marks: readonly HeldMark[]): void {
  held = marks;
  for (const tell of listeners) tell();
}

export function holdMark(conversation: ConversationJson, personId: string): void {
  const conversationId = conversation.conversationId ?? "";
  if (held.some((mark) => mark.conversationId === conversationId)) return;
  change([
    ...held,
    { key: newIdempotencyKey(), conversationId, personId, seen: newestOfOthers(conversation, personId) },
  ]);
}

/** Taken back, or at the server. */
export function dropMark(key: string): void {
  change(held.filter((mark) => mark.key !== key));
}

/** The place in the thread of the last message that somebody else wrote. */
export function newestOfOthers({ thread = [] }: ConversationJson, personId: string): number {
  return Number(thread.findLast(({ message }) => message && message.authorId !== personId)?.number ?? 0);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useHeldMarks = () => useSyncExternalStore(subscribe, () => held);
