import { api, ChatService, type Command, command, type In, type Out } from "@kajo/shared/rpc";

const { rateChat } = ChatService.method;

const rateApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Refused: it was rated in another window, or goes on. How it is now is fetched either way. */
    rateChat: build.mutation<Out<typeof rateChat>, Command<In<typeof rateChat>>>({
      ...command(rateChat),
      invalidatesTags: (_result, _error, { request: { chatId = "" } }) => [{ type: "Chat", id: chatId }],
    }),
  }),
});

export const { useRateChatMutation } = rateApi;
