import { api, type Command, ConversationService, command, type In, type Out } from "@kajo/shared/rpc";

const { unmarkDone, showToGuardians } = ConversationService.method;

const conversationApi = api.injectEndpoints({
  endpoints: (build) => ({
    unmarkDone: build.mutation<Out<typeof unmarkDone>, Command<In<typeof unmarkDone>>>({
      ...command(unmarkDone),
      invalidatesTags: (_result, _error, { request }) => [
        { type: "Conversation", id: request.conversationId ?? "" },
        "ConversationList",
      ],
    }),
    showToGuardians: build.mutation<Out<typeof showToGuardians>, Command<In<typeof showToGuardians>>>({
      ...command(showToGuardians),
      invalidatesTags: (_result, _error, { request }) => [{ type: "Conversation", id: request.conversationId ?? "" }],
    }),
  }),
});

export const { useUnmarkDoneMutation, useShowToGuardiansMutation } = conversationApi;
