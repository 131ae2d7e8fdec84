import { api, ConversationService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listMyConversations } = ConversationService.method;

export const inboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Page by page; what changes fetches the pages that are shown anew. */
    listMyConversations: build.infiniteQuery<Out<typeof listMyConversations>, void, string>({
      query: ({ pageParam }) =>
        rpc(listMyConversations).query({ page: { size: 20, token: pageParam } } satisfies In<
          typeof listMyConversations
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["ConversationList"],
    }),
  }),
});

export const { useListMyConversationsInfiniteQuery } = inboxApi;
