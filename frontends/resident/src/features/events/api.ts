import { api, ChatPlaceService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listMyEndedChats } = ChatPlaceService.method;

export const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Page by page; a chat that ends fetches the pages that are shown anew. */
    listMyEndedChats: build.infiniteQuery<Out<typeof listMyEndedChats>, void, string>({
      query: ({ pageParam }) =>
        rpc(listMyEndedChats).query({ page: { size: 20, token: pageParam } } satisfies In<typeof listMyEndedChats>),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["MyChat"],
    }),
  }),
});

export const { useListMyEndedChatsInfiniteQuery } = eventsApi;
