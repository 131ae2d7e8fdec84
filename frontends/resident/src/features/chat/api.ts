import { api, type In, OfferedChatQueueService, type Out, rpc } from "@kajo/shared/rpc";

const { listOfferedChatQueues, openExternalChat } = OfferedChatQueueService.method;

const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOfferedChatQueues: build.query<Out<typeof listOfferedChatQueues>, In<typeof listOfferedChatQueues>>({
      ...rpc(listOfferedChatQueues),
      providesTags: ["ChatQueue"],
    }),
    openExternalChat: build.mutation<Out<typeof openExternalChat>, In<typeof openExternalChat>>(rpc(openExternalChat)),
  }),
});

export const { useListOfferedChatQueuesQuery, useOpenExternalChatMutation } = chatApi;
