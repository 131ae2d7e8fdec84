import { api, type In, type Out, PublishedContentService, rpc } from "@kajo/shared/rpc";

const { getPublishedContent } = PublishedContentService.method;

const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPublishedContent: build.query<Out<typeof getPublishedContent>, In<typeof getPublishedContent>>(
      rpc(getPublishedContent),
    ),
  }),
});

export const { useGetPublishedContentQuery } = contentApi;
