import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch, useSelector } from "react-redux";

import type { PendingMessage } from "./slice";
import { flushPending } from "./undoable-message";

/** The messages of a conversation that are on their way. */
export function usePending(conversationId: string): readonly PendingMessage[] {
  const all = useSelector((state: { readonly pending: readonly PendingMessage[] }) => state.pending);
  return all.filter((each) => each.conversationId === conversationId);
}

/** Dispatches the steps of send.ts. */
export function usePendingDispatch() {
  return useDispatch<ThunkDispatch<{ readonly pending: readonly PendingMessage[] }, unknown, UnknownAction>>();
}

/** Sends what is on its way into a conversation; whether nothing is left unsent. */
export function useFlushPending(conversationId: string): () => Promise<boolean> {
  const dispatch = usePendingDispatch();
  return () => dispatch(flushPending(conversationId));
}
