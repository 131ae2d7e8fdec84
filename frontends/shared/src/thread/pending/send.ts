/** What happens to a message between the reply box and the server's answer. Each change is kept, so a reload goes on. */
import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { loadDraft, pendingDraft, saveDraft } from "../../drafts";
import { asFailure } from "../../errors/message";
import { threadApi } from "../api";
import { type PendingMessage, pendingSlice } from "./slice";

interface State {
  readonly pending: readonly PendingMessage[];
}

type Step<Result = void> = ThunkAction<Result, State, unknown, UnknownAction>;

/** How long a message can be taken back, in milliseconds. */
const holdMs = 5_000;

const { held, sending, failed, returned, gone } = pendingSlice.actions;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows it in the thread and sends it when the time to take it back is over. */
export const hold =
  (message: Omit<PendingMessage, "state">): Step =>
  (dispatch) => {
    dispatch(held({ ...message, state: "held" }));
    dispatch(keep());
    timers.set(
      message.key,
      setTimeout(() => void dispatch(send(message.key)), holdMs),
    );
  };

/** Sends it now; again after a failure, with the same key. */
export const send =
  (key: string): Step<Promise<void>> =>
  async (dispatch, getState) => {
    stop(key);
    const message = getState().pending.find((each) => each.key === key);
    if (!message || message.state === "sending" || message.state === "returned") return;
    dispatch(sending(key));
    const { conversationId, text, attachments, visibility } = message;
    const request = {
      conversationId,
      text,
      attachmentIds: attachments.flatMap(({ attachmentId }) => attachmentId ?? []),
      ...(visibility ? { visibility } : {}),
    };
    const { writeMessage, getConversation } = threadApi.endpoints;
    const answer = await dispatch(writeMessage.initiate({ request, idempotencyKey: key }) as never as Step<Answer>);
    if (answer.error === undefined) {
      // It leaves when the thread has it, so that it neither blinks nor stands there twice.
      await dispatch(getConversation.initiate({ conversationId }, { forceRefetch: true, subscribe: false }) as never);
      dispatch(gone(key));
    } else {
      dispatch(failed({ key, failure: asFailure(answer.error) }));
    }
    dispatch(keep());
  };

type Answer = Promise<{ readonly error?: unknown }>;

/** Back into the reply box, as long as it was not sent. */
export const takeBack =
  (key: string): Step =>
  (dispatch, getState) => {
    stop(key);
    if (getState().pending.find((each) => each.key === key)?.state !== "sending") dispatch(returned(key));
  };

/** The reply box has it now, and keeps it as its draft. */
export const takenOver =
  (key: string): Step =>
  (dispatch) => {
    dispatch(gone(key));
    dispatch(keep());
  };

/** After a reload: what was on its way goes on; the key makes sure that it arrives once. */
export const resume = (): Step => (dispatch, getState) => {
  const known = new Set(getState().pending.map(({ key }) => key));
  for (const message of loadDraft<{ messages: readonly PendingMessage[] }>(pendingDraft, { messages: [] }).messages) {
    if (known.has(message.key)) continue;
    dispatch(held({ ...message, state: "held" }));
    void dispatch(send(message.key));
  }
};

const keep = (): Step => (_dispatch, getState) => {
  const messages = getState().pending;
  saveDraft(pendingDraft, messages.length > 0 ? { messages } : undefined);
};

function stop(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}
