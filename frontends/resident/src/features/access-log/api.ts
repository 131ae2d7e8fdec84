import { AccessLogService, api, type In, type Out, rpc } from "@kajo/shared/rpc";

const { listMyAccessLog } = AccessLogService.method;

const accessLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMyAccessLog: build.infiniteQuery<Out<typeof listMyAccessLog>, void, string>({
      query: ({ pageParam }) =>
        rpc(listMyAccessLog).query({ page: { size: 30, token: pageParam } } satisfies In<typeof listMyAccessLog>),
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: (last) => last.nextPageToken || undefined },
      // What has been looked at since is seen on coming back.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListMyAccessLogInfiniteQuery } = accessLogApi;
