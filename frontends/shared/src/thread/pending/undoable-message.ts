/** A message between the reply box and its sending: shown at once, and can be taken back for a moment. What sends it is fetched meanwhile. */
import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { pendingDraft, saveDraft } from "../../drafts/draft";
import type { RpcFailure } from "../../rpc/failure";
import { Code } from "../../rpc/transport";
import { undoMs } from "../../undo/times";
import { type Undoable, undoable } from "../../undo/undoable";
import { isShown } from "./shown";
import { type PendingMessage, pendingSlice } from "./slice";

interface State {
  readonly pending: readonly PendingMessage[];
}

export type Step<Result = void> = ThunkAction<Result, State, unknown, UnknownAction>;

const { added, failed, returned, gone } = pendingSlice.actions;
const undoables = new Map<string, Undoable>();
const underway = new Map<string, Promise<void>>();

/** Fetches what sends messages. */
export const prepare = () => import("./send");

/**
 * Shows it in the thread and sends it when the time to take it back is over. `refused` is told what the server has against its words, as
 * long as they can be changed where they were typed.
 */
export const sendUndoable =
  (message: Omit<PendingMessage, "state">, refused: (failure: RpcFailure) => void): Step =>
  (dispatch, getState) => {
    const { key, conversationId } = message;
    dispatch(added({ ...message, state: "undoable" }));
    dispatch(savePending());
    // Over by the time that it is needed, where nobody prepared for it.
    prepare().catch(() => {});
    const run = async () => {
      undoables.delete(key);
      await dispatch(send(key));
      const failure = getState().pending.find((each) => each.key === key)?.failure;
      if (isShown(conversationId) && failure?.fields.some(({ field }) => field === "text")) refused(failure);
    };
    undoables.set(key, undoable(undoMs("message"), run));
  };

/** Sends it now; again after a failure, with the same key. While it is under way the answer is the one of that sending. */
export const send =
  (key: string): Step<Promise<void>> =>
  (dispatch) => {
    const waiting = undoables.get(key);
    if (waiting) return waiting.flush();
    const sending = underway.get(key) ?? dispatch(attempt(key)).finally(() => underway.delete(key));
    underway.set(key, sending);
    return sending;
  };

const attempt =
  (key: string): Step<Promise<void>> =>
  async (dispatch) => {
    try {
      const { deliver } = await prepare();
      await dispatch(deliver(key));
    } catch {
      const failure = { code: Code.unavailable, call: "WriteMessage", params: {}, fields: [], traceId: "" };
      dispatch(failed({ key, failure }));
      dispatch(savePending());
    }
  };

/** The reader has left the thread: what could still be taken back goes at once. */
export const sendOff =
  (conversationId: string): Step =>
  (dispatch, getState) => {
    const waiting = getState().pending.filter(
      (each) => each.state === "undoable" && each.conversationId === conversationId,
    );
    for (const { key } of waiting) void dispatch(send(key));
  };

/** Sends what is on its way into a conversation before something else is done with it; whether nothing is left unsent. */
export const flushPending =
  (conversationId: string): Step<Promise<boolean>> =>
  async (dispatch, getState) => {
    const waiting = () =>
      getState().pending.filter((each) => each.conversationId === conversationId && each.state !== "returned");
    await Promise.all(waiting().map(({ key, state }) => (state === "failed" ? undefined : dispatch(send(key)))));
    return waiting().length === 0;
  };

/** Back into the reply box, as long as it was not sent. */
export const takeBack =
  (key: string): Step =>
  (dispatch, getState) => {
    undoables.get(key)?.takeBack();
    undoables.delete(key);
    if (getState().pending.find((each) => each.key === key)?.state !== "sending") dispatch(returned(key));
  };

/** It is sent no more: the reply box has it now, and keeps it as its draft, or its writer has given it up. */
export const takenOver =
  (key: string): Step =>
  (dispatch) => {
    dispatch(gone(key));
    dispatch(savePending());
  };

/** Remembers what is on its way, so that a reload goes on with it. */
export const savePending = (): Step => (_dispatch, getState) => {
  const messages = getState().pending;
  saveDraft(pendingDraft, messages.length > 0 ? { messages } : undefined);
};
