import {
  api,
  ChatWaitingService,
  ChatWorkService,
  type Command,
  command,
  type GetChatCustomerResponseJson,
  type In,
  type ListWaitingChatsResponseJson,
  type Out,
  rpc,
} from "@kajo/shared/rpc";

const { listWorkedChatQueues } = ChatWorkService.method;
const { listWaitingChats, getChatCustomer, acceptNextChat, acceptChat, returnChat, keepOwnChats, takeOverChat } =
  ChatWaitingService.method;

/** Whatever came of it: a colleague may have been faster, or the customer has left. */
const stale = (_result: unknown, _error: unknown, { request }: { readonly request: { readonly chatId?: string } }) => [
  { type: "Chat" as const, id: request.chatId ?? "" },
  "WaitingChat" as const,
];

const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWorkedChatQueues: build.query<Out<typeof listWorkedChatQueues>, In<typeof listWorkedChatQueues>>({
      ...rpc(listWorkedChatQueues),
      // Another role or location works through other queues.
      providesTags: ["ChatQueue", "WorkContext"],
      // Queues open and shut with the clock: what was seen a while ago is not shown again.
      keepUnusedDataFor: 0,
    }),
    listWaitingChats: build.query<Out<typeof listWaitingChats>, In<typeof listWaitingChats>>({
      ...rpc(listWaitingChats),
      providesTags: ["WaitingChat", "WorkContext"],
      keepUnusedDataFor: 0,
    }),
    // Reads and says at once: that one is there for one's chats.
    keepOwnChats: build.query<Out<typeof keepOwnChats>, In<typeof keepOwnChats>>({
      ...rpc(keepOwnChats),
      extraOptions: { isBackground: true },
      providesTags: ["WaitingChat", "Call"],
      keepUnusedDataFor: 0,
    }),
    // Each look is logged: it is not fetched anew with every message.
    getChatCustomer: build.query<Out<typeof getChatCustomer>, In<typeof getChatCustomer>>({
      ...rpc(getChatCustomer),
      providesTags: ["WorkContext"],
      keepUnusedDataFor: 0,
    }),
    acceptNextChat: build.mutation<Out<typeof acceptNextChat>, Command<In<typeof acceptNextChat>>>({
      ...command(acceptNextChat),
      invalidatesTags: ["WaitingChat"],
    }),
    acceptChat: build.mutation<Out<typeof acceptChat>, Command<In<typeof acceptChat>>>({
      ...command(acceptChat),
      invalidatesTags: stale,
    }),
    returnChat: build.mutation<Out<typeof returnChat>, Command<In<typeof returnChat>>>({
      ...command(returnChat),
      invalidatesTags: stale,
    }),
    takeOverChat: build.mutation<Out<typeof takeOverChat>, Command<In<typeof takeOverChat>>>({
      ...command(takeOverChat),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useListWorkedChatQueuesQuery,
  useListWaitingChatsQuery,
  useGetChatCustomerQuery,
  useAcceptNextChatMutation,
  useAcceptChatMutation,
  useReturnChatMutation,
  useKeepOwnChatsQuery,
  useTakeOverChatMutation,
} = chatApi;

export const ownChats = chatApi.endpoints.keepOwnChats;

/** The own chats as they were last answered, asking nothing. */
export const useKeptOwnChats = ownChats.useQueryState;

/** What a query answers to those below the page that asks. */
interface Asked<Data> {
  readonly data?: Data | undefined;
  readonly currentData?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

export type WaitingChats = Asked<ListWaitingChatsResponseJson>;
export type AskedCustomer = Asked<GetChatCustomerResponseJson>;
