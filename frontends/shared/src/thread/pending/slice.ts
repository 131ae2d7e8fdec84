/** Messages on their way: shown in the thread at once, sent when the time to take them back is over. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { RpcFailure } from "../../rpc/failure";
import type { VisibilityJson } from "../../rpc/gen/kajo/conversations/v1/conversation_pb";
import type { AttachmentJson } from "../../rpc/gen/kajo/conversations/v1/file_pb";
import { sessionSlice } from "../../session/slice";

export interface PendingMessage {
  /** Idempotency key: the same however often it is tried, also after a reload. */
  readonly key: string;
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly AttachmentJson[];
  readonly visibility?: VisibilityJson;
  /** `returned`: taken back, waiting for the reply box to take it over. */
  readonly state: "undoable" | "sending" | "failed" | "returned";
  readonly failure?: RpcFailure;
}

export const pendingSlice = createSlice({
  name: "pending",
  initialState: [] as readonly PendingMessage[],
  reducers: {
    added: (state, { payload }: PayloadAction<PendingMessage>) => [
      ...state.filter(({ key }) => key !== payload.key),
      payload,
    ],
    sending: (state, { payload }: PayloadAction<string>) =>
      state.map((each) => (each.key === payload ? without(each, "sending") : each)),
    failed: (state, { payload }: PayloadAction<{ readonly key: string; readonly failure: RpcFailure }>) =>
      state.map((each) =>
        each.key === payload.key ? { ...each, state: "failed" as const, failure: payload.failure } : each,
      ),
    returned: (state, { payload }: PayloadAction<string>) =>
      state.map((each) => (each.key === payload ? without(each, "returned") : each)),
    gone: (state, { payload }: PayloadAction<string>) => state.filter(({ key }) => key !== payload),
  },
  // They lie in the tab, sealed, and are sent when their writer is back.
  extraReducers: (build) => build.addCase(sessionSlice.actions.lost, () => []),
});

function without({ failure: _old, ...message }: PendingMessage, state: PendingMessage["state"]): PendingMessage {
  return { ...message, state };
}
