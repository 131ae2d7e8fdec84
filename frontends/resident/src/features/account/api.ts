import { AccountService, api, type Command, command, DeletionService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { getAccount, previewAccountDeletion, askDeletion, withdrawDeletion } = AccountService.method;
const { previewDeletion } = DeletionService.method;

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccount: build.query<Out<typeof getAccount>, In<typeof getAccount>>({
      ...rpc(getAccount),
      providesTags: ["Account"],
    }),
    previewAccountDeletion: build.query<Out<typeof previewAccountDeletion>, In<typeof previewAccountDeletion>>({
      ...rpc(previewAccountDeletion),
      keepUnusedDataFor: 0,
    }),
    previewDeletion: build.query<Out<typeof previewDeletion>, In<typeof previewDeletion>>({
      ...rpc(previewDeletion),
      providesTags: ["ConversationList"],
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

export const {
  useGetAccountQuery,
  usePreviewAccountDeletionQuery,
  usePreviewDeletionQuery,
  useAskDeletionMutation,
  useWithdrawDeletionMutation,
} = accountApi;
