import { api, type Command, command, DigipathNameService, type In, type Out, PathService, rpc } from "@kajo/shared/rpc";
import { isStale } from "../../editing/stale";

const {
  listPaths,
  getPath,
  listPathVersions,
  getPathVersion,
  listPathReferences,
  validatePath,
  savePathDraft,
  publishPath,
  rollBackPath,
  archivePath,
  restorePath,
  endExecutionsOfPath,
} = PathService.method;
const { listNames } = DigipathNameService.method;

const tag = [{ type: "Record", id: "path" }] as const;

/** What a path refers to, by the kinds of its owners: what is called something else now is called so here. */
const referred = ["service", "service_content", "survey", "booking_role"].map(
  (id) => ({ type: "Record", id }) as const,
);

/** What somebody else has saved meanwhile is fetched, too. */
const changed = (_: unknown, error: unknown) => (error && !isStale(error) ? [] : tag);

const pathsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPaths: build.infiniteQuery<Out<typeof listPaths>, Omit<In<typeof listPaths>, "page">, string>({
      query: ({ queryArg, pageParam }) => rpc(listPaths).query({ ...queryArg, page: { size: 50, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    getPath: build.query<Out<typeof getPath>, In<typeof getPath>>({
      ...rpc(getPath),
      providesTags: tag,
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    listPathVersions: build.infiniteQuery<Out<typeof listPathVersions>, string, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listPathVersions).query({ pathId: queryArg, page: { size: 10, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    // What was published once never changes.
    getPathVersion: build.query<Out<typeof getPathVersion>, In<typeof getPathVersion>>(rpc(getPathVersion)),
    listPathReferences: build.query<Out<typeof listPathReferences>, void>({
      query: () => rpc(listPathReferences).query({}),
      providesTags: [...referred, "Category"],
    }),
    // Asked anew each time: owners archive things without a word to whoever builds.
    validatePath: build.query<Out<typeof validatePath>, In<typeof validatePath>>({
      ...rpc(validatePath),
      keepUnusedDataFor: 0,
    }),
    listPathCategoryNames: build.query<Out<typeof listNames>, void>({
      query: () => rpc(listNames).query({ kind: "path_category" }),
      providesTags: [{ type: "Record", id: "path_category" }],
    }),
    savePathDraft: build.mutation<Out<typeof savePathDraft>, Command<In<typeof savePathDraft>>>({
      ...command(savePathDraft),
      invalidatesTags: changed,
    }),
    publishPath: build.mutation<Out<typeof publishPath>, Command<In<typeof publishPath>>>({
      ...command(publishPath),
      invalidatesTags: changed,
    }),
    rollBackPath: build.mutation<Out<typeof rollBackPath>, Command<In<typeof rollBackPath>>>({
      ...command(rollBackPath),
      invalidatesTags: changed,
    }),
    archivePath: build.mutation<Out<typeof archivePath>, Command<In<typeof archivePath>>>({
      ...command(archivePath),
      invalidatesTags: changed,
    }),
    restorePath: build.mutation<Out<typeof restorePath>, Command<In<typeof restorePath>>>({
      ...command(restorePath),
      invalidatesTags: changed,
    }),
    endExecutionsOfPath: build.mutation<Out<typeof endExecutionsOfPath>, Command<In<typeof endExecutionsOfPath>>>({
      ...command(endExecutionsOfPath),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useListPathsInfiniteQuery,
  useGetPathQuery,
  useLazyGetPathQuery,
  useListPathVersionsInfiniteQuery,
  useGetPathVersionQuery,
  useListPathReferencesQuery,
  useLazyValidatePathQuery,
  useListPathCategoryNamesQuery,
  useSavePathDraftMutation,
  usePublishPathMutation,
  useRollBackPathMutation,
  useArchivePathMutation,
  useRestorePathMutation,
  useEndExecutionsOfPathMutation,
} = pathsApi;
