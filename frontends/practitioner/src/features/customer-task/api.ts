import { api, type Command, CustomerTaskService, command, type In, type Out, rpc } from "@kajo/shared/rpc";

const method = CustomerTaskService.method;

interface OfPatient {
  readonly patientId: string;
  readonly finished: boolean;
}

/** It may have been done or taken back meanwhile: what it is now is shown in any case. */
const stale = () => ["CustomerTask", "Conversation", "TaskList"] as const;

const customerTaskApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTaskQueues: build.query<Out<typeof method.listTaskQueues>, In<typeof method.listTaskQueues>>({
      ...rpc(method.listTaskQueues),
      providesTags: ["Category"],
    }),
    /** Page by page; what changes fetches the pages that are shown anew. */
    listCustomerTasksOfPatient: build.infiniteQuery<Out<typeof method.listCustomerTasksOfPatient>, OfPatient, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(method.listCustomerTasksOfPatient).query({
          ...queryArg,
          page: { size: 20, token: pageParam },
        } satisfies In<typeof method.listCustomerTasksOfPatient>),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["CustomerTask"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
    getCustomerTask: build.query<Out<typeof method.getCustomerTask>, In<typeof method.getCustomerTask>>({
      ...rpc(method.getCustomerTask),
      providesTags: ["CustomerTask"],
      keepUnusedDataFor: 0,
    }),
    activateCustomerTask: build.mutation<
      Out<typeof method.activateCustomerTask>,
      Command<In<typeof method.activateCustomerTask>>
    >({
      ...command(method.activateCustomerTask),
      invalidatesTags: stale,
    }),
    markDoneForPatient: build.mutation<
      Out<typeof method.markDoneForPatient>,
      Command<In<typeof method.markDoneForPatient>>
    >({
      ...command(method.markDoneForPatient),
      invalidatesTags: stale,
    }),
    withdrawCustomerTask: build.mutation<
      Out<typeof method.withdrawCustomerTask>,
      Command<In<typeof method.withdrawCustomerTask>>
    >({
      ...command(method.withdrawCustomerTask),
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useListTaskQueuesQuery,
  useListCustomerTasksOfPatientInfiniteQuery,
  useGetCustomerTaskQuery,
  useActivateCustomerTaskMutation,
  useMarkDoneForPatientMutation,
  useWithdrawCustomerTaskMutation,
} = customerTaskApi;
