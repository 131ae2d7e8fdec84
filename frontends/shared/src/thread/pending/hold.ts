/** A message between the reply box and its sending: shown at once, and held for a moment. What sends it is fetched meanwhile. */
import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { pendingDraft, saveDraft } from "../../drafts/draft";
import { Code } from "../../rpc/transport";
import { type PendingMessage, pendingSlice } from "./slice";

interface State {
  readonly pending: readonly PendingMessage[];
}

export type Step<Result = void> = ThunkAction<Result, State, unknown, UnknownAction>;

/** How long a message can be taken back, in milliseconds. */
const holdMs = 5_000;

const { held, failed, returned, gone } = pendingSlice.actions;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const underway = new Map<string, Promise<void>>();

/** Fetches what sends messages. */
export const prepare = () => import("./send");

/** Shows it in the thread and sends it when the time to take it back is over. */
export const hold =
  (message: Omit<PendingMessage, "state">): Step =>
  (dispatch) => {
    dispatch(held({ ...message, state: "held" }));
    dispatch(keep());
    // Over by the time that it is needed, where nobody prepared for it.
    prepare().catch(() => {});
    timers.set(
      message.key,
      setTimeout(() => void dispatch(send(message.key)), holdMs),
    );
  };

/** Sends it now; again after a failure, with the same key. While it is under way the answer is the one of that sending. */
export const send =
  (key: string): Step<Promise<void>> =>
  (dispatch) => {
    stop(key);
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
      dispatch(keep());
    }
  };

/** The reader has left the thread: what could still be taken back goes at once. */
export const sendOff =
  (conversationId: string): Step =>
  (dispatch, getState) => {
    const waiting = getState().pending.filter(
      (each) => each.state === "held" && each.conversationId === conversationId,
    );
    for (const { key } of waiting) void dispatch(send(key));
  };

/** Sends what a conversation holds before something else is done with it; whether nothing is left unsent. */
export const settle =
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
    stop(key);
    if (getState().pending.find((each) => each.key === key)?.state !== "sending") dispatch(returned(key));
  };

/** It is sent no more: the reply box has it now, and keeps it as its draft, or its writer has given it up. */
export const takenOver =
  (key: string): Step =>
  (dispatch) => {
    dispatch(gone(key));
    dispatch(keep());
  };

/** Remembers what is on its way, so that a reload goes on with it. */
export const keep = (): Step => (_dispatch, getState) => {
  const messages = getState().pending;
  saveDraft(pendingDraft, messages.length > 0 ? { messages } : undefined);
};

function stop(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}
