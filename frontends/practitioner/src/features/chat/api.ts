import { api, ChatWorkService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listWorkedChatQueues } = ChatWorkService.method;

const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWorkedChatQueues: build.query<Out<typeof listWorkedChatQueues>, In<typeof listWorkedChatQueues>>({
      ...rpc(listWorkedChatQueues),
      // Another role or location works through other queues.
      providesTags: ["ChatQueue", "WorkContext"],
      // Queues open and shut with the clock: what was seen a while ago is not shown again.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListWorkedChatQueuesQuery } = chatApi;
