import { api, type Command, CustomerTaskService, command, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listMyCustomerTasks, getMyCustomerTask, markMyCustomerTaskDone } = CustomerTaskService.method;

export const taskApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Page by page; what changes fetches the pages that are shown anew. */
    listMyCustomerTasks: build.infiniteQuery<Out<typeof listMyCustomerTasks>, { readonly finished: boolean }, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listMyCustomerTasks).query({ ...queryArg, page: { size: 20, token: pageParam } } satisfies In<
          typeof listMyCustomerTasks
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["CustomerTask"],
    }),
    getMyCustomerTask: build.query<Out<typeof getMyCustomerTask>, In<typeof getMyCustomerTask>>({
      ...rpc(getMyCustomerTask),
      providesTags: ["CustomerTask"],
    }),
    markMyCustomerTaskDone: build.mutation<
      Out<typeof markMyCustomerTaskDone>,
      Command<In<typeof markMyCustomerTaskDone>>
    >({
      ...command(markMyCustomerTaskDone),
      // It may have been done or taken back meanwhile: what it is now is shown in any case.
      invalidatesTags: ["CustomerTask", "Conversation", "ConversationList"],
    }),
  }),
});

export const { useListMyCustomerTasksInfiniteQuery, useGetMyCustomerTaskQuery, useMarkMyCustomerTaskDoneMutation } =
  taskApi;
