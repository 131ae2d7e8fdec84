/** Messages on their way: shown in the thread at once, held for a moment in which they can be taken back, then sent. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { RpcFailure } from "../../rpc/failure";
import type { AttachmentJson, VisibilityJson } from "../../rpc/gen/kajo/conversations/v1/conversation_pb";

export interface PendingMessage {
  /** Idempotency key: the same however often it is tried, also after a reload. */
  readonly key: string;
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly AttachmentJson[];
  readonly visibility?: VisibilityJson;
  /** `returned`: taken back, waiting for the reply box to take it over. */
  readonly state: "held" | "sending" | "failed" | "returned";
  readonly failure?: RpcFailure;
}

export const pendingSlice = createSlice({
  name: "pending",
  initialState: [] as readonly PendingMessage[],
  reducers: {
    held: (state, { payload }: PayloadAction<PendingMessage>) => [
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
});

function without({ failure: _old, ...message }: PendingMessage, state: PendingMessage["state"]): PendingMessage {
  return { ...message, state };
}
