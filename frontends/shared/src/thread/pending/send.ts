/** What happens to a message between its moment of being taken back (undoable-message.ts) and the server's answer. Each change is kept. */
import { loadDraft, pendingDraft } from "../../drafts/draft";
import { loadLocal, narrower, saveLocal } from "../../drafts/local";
import { asFailure } from "../../errors/message";
import { threadApi } from "../api";
import { type PendingMessage, pendingSlice } from "./slice";
import { type Step, savePending, send, takeBack, takenOver } from "./undoable-message";

const { added, sending, failed, gone } = pendingSlice.actions;

export const deliver =
  (key: string): Step<Promise<void>> =>
  async (dispatch, getState) => {
    const message = getState().pending.find((each) => each.key === key);
    if (!message || message.state === "returned") return;
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
      void import("../../drafts/remote").then(({ sent }) => dispatch(sent(conversationId)));
      // It leaves when the thread has it, so that it neither blinks nor stands there twice.
      await dispatch(getConversation.initiate({ conversationId }, { forceRefetch: true, subscribe: false }) as never);
      dispatch(gone(key));
    } else {
      dispatch(failed({ key, failure: asFailure(answer.error) }));
    }
    dispatch(savePending());
  };

/** Everything that has not failed yet, before the session ends; answers when it is there. */
export const sendAll = (): Step<Promise<unknown>> => (dispatch, getState) =>
  Promise.all(
    getState().pending.flatMap(({ key, state }) =>
      state === "undoable" || state === "sending" ? dispatch(send(key)) : [],
    ),
  );

type Answer = Promise<{ readonly error?: unknown }>;

/** After a reload: what was on its way goes on; the key makes sure that it arrives once. What had failed waits for its writer's word. */
export const resume = (): Step => (dispatch, getState) => {
  const known = new Set(getState().pending.map(({ key }) => key));
  for (const message of loadDraft<{ messages: readonly PendingMessage[] }>(pendingDraft, { messages: [] }).messages) {
    if (known.has(message.key)) continue;
    const { key, failure } = message;
    if (message.state === "failed" && failure) {
      // As one that fails now, so that it is told where the thread is not on the screen.
      dispatch(added({ ...message, state: "sending" }));
      setTimeout(() => dispatch(failed({ key, failure })));
    } else {
      dispatch(added({ ...message, state: "undoable" }));
      void dispatch(send(key));
    }
  }
};

/** Before the person changes for whom it is: what could not be sent is a draft again, at the server as well (drafts/remote.ts). */
export const toDrafts = (): Step<Promise<void>> => async (dispatch, getState) => {
  for (const { key, state } of getState().pending) if (state === "failed") dispatch(takeBack(key));
  // A reply box that is on the screen takes its own.
  await new Promise((done) => setTimeout(done));
  for (const { key, conversationId, text, attachments, visibility } of getState().pending) {
    const local = loadLocal(conversationId);
    saveLocal(conversationId, {
      ...local,
      text: [text, local.text].filter((each) => each !== "").join("\n\n"),
      attachments: [...attachments, ...local.attachments],
      visibility: local.text === "" ? visibility : narrower({ visibility }, local),
      saved: false,
    });
    dispatch(takenOver(key));
  }
};
