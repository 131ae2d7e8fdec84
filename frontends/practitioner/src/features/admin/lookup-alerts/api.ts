import { api, type Command, command, type In, LookupAlertService, type Out, rpc } from "@kajo/shared/rpc";

const { listLookupAlerts, listProtectedOpenings, acknowledgeLookupAlert } = LookupAlertService.method;

const lookupAlertApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLookupAlerts: build.infiniteQuery<Out<typeof listLookupAlerts>, void, string>({
      query: ({ pageParam }) =>
        rpc(listLookupAlerts).query({ page: { size: 50, token: pageParam } } satisfies In<typeof listLookupAlerts>),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      providesTags: ["LookupAlert"],
      // What was raised since is seen on coming back.
      keepUnusedDataFor: 0,
    }),
    listProtectedOpenings: build.infiniteQuery<Out<typeof listProtectedOpenings>, void, string>({
      query: ({ pageParam }) =>
        rpc(listProtectedOpenings).query({ page: { size: 50, token: pageParam } } satisfies In<
          typeof listProtectedOpenings
        >),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      keepUnusedDataFor: 0,
    }),
    acknowledgeLookupAlert: build.mutation<
      Out<typeof acknowledgeLookupAlert>,
      Command<In<typeof acknowledgeLookupAlert>>
    >({
      ...command(acknowledgeLookupAlert),
      invalidatesTags: ["LookupAlert"],
    }),
  }),
});

export const {
  useListLookupAlertsInfiniteQuery,
  useListProtectedOpeningsInfiniteQuery,
  useAcknowledgeLookupAlertMutation,
} = lookupAlertApi;
