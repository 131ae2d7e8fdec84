import {
  AssessmentService,
  api,
  ChatSummaryService,
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
const { getChatAssessment } = AssessmentService.method;
const { getChatSummary, requestChatSummary, editChatSummary, acceptChatSummary, rejectChatSummary, clearChatSummary } =
  ChatSummaryService.method;

/** Whatever came of it: a colleague may have been faster, or the customer has left. */
const stale = (_result: unknown, _error: unknown, { request }: { readonly request: { readonly chatId?: string } }) => [
  { type: "Chat" as const, id: request.chatId ?? "" },
  "WaitingChat" as const,
];

/** Also when it was refused: then it is another one by now, or can be had no more. */
const staleSummary = (
  _result: unknown,
  _error: unknown,
  { request }: { readonly request: { readonly chatId?: string } },
) => [{ type: "ChatSummary" as const, id: request.chatId ?? "" }];

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
    // Each look is logged, and what was sent never changes.
    getChatAssessment: build.query<Out<typeof getChatAssessment>, In<typeof getChatAssessment>>({
      ...rpc(getChatAssessment),
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
    // Each look is logged: it is fetched anew when it has changed, and not with the messages.
    getChatSummary: build.query<Out<typeof getChatSummary>, In<typeof getChatSummary>>({
      ...rpc(getChatSummary),
      providesTags: (_result, _error, { chatId }) => [{ type: "ChatSummary", id: chatId ?? "" }],
      keepUnusedDataFor: 0,
    }),
    requestChatSummary: build.mutation<Out<typeof requestChatSummary>, Command<In<typeof requestChatSummary>>>({
      ...command(requestChatSummary),
      invalidatesTags: staleSummary,
    }),
    editChatSummary: build.mutation<Out<typeof editChatSummary>, Command<In<typeof editChatSummary>>>({
      ...command(editChatSummary),
      invalidatesTags: staleSummary,
    }),
    acceptChatSummary: build.mutation<Out<typeof acceptChatSummary>, Command<In<typeof acceptChatSummary>>>({
      ...command(acceptChatSummary),
      invalidatesTags: staleSummary,
    }),
    rejectChatSummary: build.mutation<Out<typeof rejectChatSummary>, Command<In<typeof rejectChatSummary>>>({
      ...command(rejectChatSummary),
      invalidatesTags: staleSummary,
    }),
    clearChatSummary: build.mutation<Out<typeof clearChatSummary>, Command<In<typeof clearChatSummary>>>({
      ...command(clearChatSummary),
      invalidatesTags: staleSummary,
    }),
  }),
});

export const {
  useListWorkedChatQueuesQuery,
  useListWaitingChatsQuery,
  useGetChatCustomerQuery,
  useGetChatAssessmentQuery,
  useAcceptNextChatMutation,
  useAcceptChatMutation,
  useReturnChatMutation,
  useKeepOwnChatsQuery,
  useTakeOverChatMutation,
  useGetChatSummaryQuery,
  useRequestChatSummaryMutation,
  useEditChatSummaryMutation,
  useAcceptChatSummaryMutation,
  useRejectChatSummaryMutation,
  useClearChatSummaryMutation,
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
