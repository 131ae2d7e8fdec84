import {
  api,
  ChatPlaceService,
  type Command,
  command,
  type In,
  OfferedChatQueueService,
  type Out,
  rpc,
} from "@kajo/shared/rpc";

const { listOfferedChatQueues, openExternalChat } = OfferedChatQueueService.method;
const { joinChatQueue, keepChatPlace, leaveChatQueue, listMyChats } = ChatPlaceService.method;

const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOfferedChatQueues: build.query<Out<typeof listOfferedChatQueues>, In<typeof listOfferedChatQueues>>({
      ...rpc(listOfferedChatQueues),
      providesTags: ["ChatQueue"],
    }),
    openExternalChat: build.mutation<Out<typeof openExternalChat>, In<typeof openExternalChat>>(rpc(openExternalChat)),
    listMyChats: build.query<Out<typeof listMyChats>, In<typeof listMyChats>>({
      ...rpc(listMyChats),
      providesTags: ["MyChat"],
    }),
    joinChatQueue: build.mutation<Out<typeof joinChatQueue>, Command<In<typeof joinChatQueue>>>({
      ...command(joinChatQueue),
      invalidatesTags: ["MyChat"],
    }),
    /** What it answers stands in the list of the person's own at once; a place that is one no more is fetched anew. */
    keepChatPlace: build.mutation<Out<typeof keepChatPlace>, In<typeof keepChatPlace>>({
      ...rpc(keepChatPlace),
      invalidatesTags: (kept, _error, { chatId = "" }) =>
        kept && kept.state !== "CHAT_STATE_WAITING" ? ["MyChat", { type: "Chat", id: chatId }] : [],
      async onQueryStarted({ chatId }, { dispatch, queryFulfilled }) {
        const kept = await queryFulfilled.catch(() => undefined);
        if (kept?.data.state !== "CHAT_STATE_WAITING") return;
        const { place, standing } = kept.data;
        dispatch(
          chatApi.util.updateQueryData("listMyChats", {}, ({ chats = [] }) => {
            const own = chats.find((each) => each.chatId === chatId);
            if (own) Object.assign(own, { place, standing });
          }),
        );
      },
    }),
    /** Whoever could not leave was accepted meanwhile, or is out already: how it is now is fetched either way. */
    leaveChatQueue: build.mutation<Out<typeof leaveChatQueue>, Command<In<typeof leaveChatQueue>>>({
      ...command(leaveChatQueue),
      invalidatesTags: (_result, _error, { request: { chatId = "" } }) => ["MyChat", { type: "Chat", id: chatId }],
    }),
  }),
});

export const {
  useJoinChatQueueMutation,
  useKeepChatPlaceMutation,
  useLeaveChatQueueMutation,
  useListMyChatsQuery,
  useListOfferedChatQueuesQuery,
  useOpenExternalChatMutation,
} = chatApi;
