/** Deleting the account: asked for, and taken back. Nobody but who does that fetches it. */
import { AccountService, api, type Command, command, type In, type Out, rpc } from "@kajo/shared/rpc";

const { previewAccountDeletion, askDeletion, withdrawDeletion } = AccountService.method;

const deletionApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewAccountDeletion: build.query<Out<typeof previewAccountDeletion>, In<typeof previewAccountDeletion>>({
      ...rpc(previewAccountDeletion),
      keepUnusedDataFor: 0,
    }),
    askDeletion: build.mutation<Out<typeof askDeletion>, Command<In<typeof askDeletion>>>({
      ...command(askDeletion),
      // Refused too: something may be open that was not before.
      invalidatesTags: ["Account", "ConversationList"],
    }),
    withdrawDeletion: build.mutation<Out<typeof withdrawDeletion>, Command<In<typeof withdrawDeletion>>>({
      ...command(withdrawDeletion),
      invalidatesTags: ["Account"],
    }),
  }),
});

export const { usePreviewAccountDeletionQuery, useAskDeletionMutation, useWithdrawDeletionMutation } = deletionApi;
