/** What happens to a message between its moment of being held (hold.ts) and the server's answer. Each change is kept. */
import { loadDraft, pendingDraft } from "../../drafts/draft";
import { asFailure } from "../../errors/message";
import { threadApi } from "../api";
import { keep, type Step, send } from "./hold";
import { type PendingMessage, pendingSlice } from "./slice";

const { held, sending, failed, gone } = pendingSlice.actions;

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
    dispatch(keep());
  };

/** Everything that has not failed yet, before the session ends; answers when it is there. */
export const sendAll = (): Step<Promise<unknown>> => (dispatch, getState) =>
  Promise.all(
    getState().pending.flatMap(({ key, state }) =>
      state === "held" || state === "sending" ? dispatch(send(key)) : [],
    ),
  );

type Answer = Promise<{ readonly error?: unknown }>;

/** After a reload: what was on its way goes on; the key makes sure that it arrives once. */
export const resume = (): Step => (dispatch, getState) => {
  const known = new Set(getState().pending.map(({ key }) => key));
  for (const message of loadDraft<{ messages: readonly PendingMessage[] }>(pendingDraft, { messages: [] }).messages) {
    if (known.has(message.key)) continue;
    dispatch(held({ ...message, state: "held" }));
    void dispatch(send(message.key));
  }
};
