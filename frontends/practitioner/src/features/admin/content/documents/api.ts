import { api, type Command, command, DocumentService, type In, type Out, rpc } from "@kajo/shared/rpc";
import { isStale } from "../../../editing/stale";

const {
  listDocuments,
  getDocument,
  listDocumentVersions,
  getDocumentVersion,
  saveDocumentDraft,
  publishDocument,
  rollBackDocument,
} = DocumentService.method;

const tag = [{ type: "Record", id: "document" }] as const;

/** What somebody else has saved meanwhile is fetched, too. */
const changed = (_: unknown, error: unknown) => (error && !isStale(error) ? [] : tag);

const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDocuments: build.query<Out<typeof listDocuments>, In<typeof listDocuments>>({
      ...rpc(listDocuments),
      providesTags: tag,
    }),
    getDocument: build.query<Out<typeof getDocument>, In<typeof getDocument>>({
      ...rpc(getDocument),
      providesTags: tag,
      // An editor shows what is kept now.
      keepUnusedDataFor: 0,
    }),
    listDocumentVersions: build.infiniteQuery<Out<typeof listDocumentVersions>, string, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listDocumentVersions).query({ documentId: queryArg, page: { size: 10, token: pageParam } }),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
      },
      providesTags: tag,
    }),
    // What was published once never changes.
    getDocumentVersion: build.query<Out<typeof getDocumentVersion>, In<typeof getDocumentVersion>>(
      rpc(getDocumentVersion),
    ),
    saveDocumentDraft: build.mutation<Out<typeof saveDocumentDraft>, Command<In<typeof saveDocumentDraft>>>({
      ...command(saveDocumentDraft),
      invalidatesTags: changed,
    }),
    publishDocument: build.mutation<Out<typeof publishDocument>, Command<In<typeof publishDocument>>>({
      ...command(publishDocument),
      invalidatesTags: changed,
    }),
    rollBackDocument: build.mutation<Out<typeof rollBackDocument>, Command<In<typeof rollBackDocument>>>({
      ...command(rollBackDocument),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useListDocumentsQuery,
  useGetDocumentQuery,
  useListDocumentVersionsInfiniteQuery,
  useGetDocumentVersionQuery,
  useSaveDocumentDraftMutation,
  usePublishDocumentMutation,
  useRollBackDocumentMutation,
} = documentsApi;
