import { api, type Command, command, type In, type Out, rpc, ServiceContentService } from "@kajo/shared/rpc";
import { isStale } from "../../../editing/stale";

const {
  listServiceContents,
  getServiceContent,
  listServiceContentVersions,
  getServiceContentVersion,
  saveServiceContentDraft,
  publishServiceContent,
  rollBackServiceContent,
  archiveServiceContent,
  restoreServiceContent,
} = ServiceContentService.method;

const tag = [{ type: "Record", id: "service_content" }] as const;

/** What somebody else has saved meanwhile is fetched, too. */
const changed = (_: unknown, error: unknown) => (error && !isStale(error) ? [] : tag);

const contentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listServiceContents: build.infiniteQuery<
      Out<typeof listServiceContents>,
      Omit<In<typeof listServiceContents>, "page">,
      string
    >({
      query: ({ queryArg, pageParam }) =>
        rpc(listServiceContents).query({ ...queryArg, page: { size: 50, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    getServiceContent: build.query<Out<typeof getServiceContent>, In<typeof getServiceContent>>({
      ...rpc(getServiceContent),
      providesTags: tag,
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    listServiceContentVersions: build.infiniteQuery<Out<typeof listServiceContentVersions>, string, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listServiceContentVersions).query({ serviceContentId: queryArg, page: { size: 10, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    // What was published once never changes.
    getServiceContentVersion: build.query<Out<typeof getServiceContentVersion>, In<typeof getServiceContentVersion>>(
      rpc(getServiceContentVersion),
    ),
    saveServiceContentDraft: build.mutation<
      Out<typeof saveServiceContentDraft>,
      Command<In<typeof saveServiceContentDraft>>
    >({ ...command(saveServiceContentDraft), invalidatesTags: changed }),
    publishServiceContent: build.mutation<Out<typeof publishServiceContent>, Command<In<typeof publishServiceContent>>>(
      { ...command(publishServiceContent), invalidatesTags: changed },
    ),
    rollBackServiceContent: build.mutation<
      Out<typeof rollBackServiceContent>,
      Command<In<typeof rollBackServiceContent>>
    >({ ...command(rollBackServiceContent), invalidatesTags: changed }),
    archiveServiceContent: build.mutation<Out<typeof archiveServiceContent>, Command<In<typeof archiveServiceContent>>>(
      { ...command(archiveServiceContent), invalidatesTags: changed },
    ),
    restoreServiceContent: build.mutation<Out<typeof restoreServiceContent>, Command<In<typeof restoreServiceContent>>>(
      { ...command(restoreServiceContent), invalidatesTags: changed },
    ),
  }),
});

export const {
  useListServiceContentsInfiniteQuery,
  useGetServiceContentQuery,
  useListServiceContentVersionsInfiniteQuery,
  useGetServiceContentVersionQuery,
  useSaveServiceContentDraftMutation,
  usePublishServiceContentMutation,
  useRollBackServiceContentMutation,
  useArchiveServiceContentMutation,
  useRestoreServiceContentMutation,
} = contentsApi;
