import { api, ChatClosureService, type Command, command, type In, type Out } from "@kajo/shared/rpc";

const { closeChatQueue, reopenChatQueue } = ChatClosureService.method;

/** How a queue stands now, in any case: somebody else may have closed or opened it meanwhile. */
const stale = () => ["ChatQueue", { type: "Record", id: "chat_queue" }] as const;

const chatClosureApi = api.injectEndpoints({
  endpoints: (build) => ({
    closeChatQueue: build.mutation<Out<typeof closeChatQueue>, Command<In<typeof closeChatQueue>>>({
      ...command(closeChatQueue),
      invalidatesTags: stale,
    }),
    reopenChatQueue: build.mutation<Out<typeof reopenChatQueue>, Command<In<typeof reopenChatQueue>>>({
      ...command(reopenChatQueue),
      invalidatesTags: stale,
    }),
  }),
});

export const { useCloseChatQueueMutation, useReopenChatQueueMutation } = chatClosureApi;
