import { api, type In, type Out, PublishedDocumentService, rpc } from "@kajo/shared/rpc";

const { getPublishedDocuments } = PublishedDocumentService.method;

/** They are the same for everybody: who is signed in is not said, and no session is prolonged by them. */
const extraOptions = { credentials: "omit" } as const;

const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPublishedDocuments: build.query<Out<typeof getPublishedDocuments>, In<typeof getPublishedDocuments>>({
      ...rpc(getPublishedDocuments),
      extraOptions,
      providesTags: ["Document"],
    }),
  }),
});

export const { useGetPublishedDocumentsQuery } = documentsApi;
