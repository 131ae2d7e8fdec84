/**
 * Conversations that somebody has marked done a moment ago. The server cannot take a mark back, so it learns of it only when
 * the time to think again is over (UndoableMarks.tsx); until then the app shows it as if it were done.
 */
import { type ConversationJson, newIdempotencyKey } from "@kajo/shared/rpc";
import { useSyncExternalStore } from "react";

export interface UndoableMark {
  /** Idempotency key of the command. */
  readonly key: string;
  readonly conversationId: string;
  readonly personId: string;
  /** The newest message of somebody else when it was marked: what comes after it has not been seen. */
  readonly seen: number;
}

let marks: readonly UndoableMark[] = [];
const listeners = new Set<() => void>();

function change(next: readonly UndoableMark[]): void {
  marks = next;
  for (const tell of listeners) tell();
}

export function markUndoably(conversation: ConversationJson, personId: string): void {
  const conversationId = conversation.conversationId ?? "";
  if (marks.some((mark) => mark.conversationId === conversationId)) return;
  change([
    ...marks,
    { key: newIdempotencyKey(), conversationId, personId, seen: newestOfOthers(conversation, personId) },
  ]);
}

/** Taken back, or at the server. */
export function dropMark(key: string): void {
  change(marks.filter((mark) => mark.key !== key));
}

/** The place in the thread of the last message that somebody else wrote. */
export function newestOfOthers({ thread = [] }: ConversationJson, personId: string): number {
  return Number(thread.findLast(({ message }) => message && message.authorId !== personId)?.number ?? 0);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useUndoableMarks = () => useSyncExternalStore(subscribe, () => marks);
