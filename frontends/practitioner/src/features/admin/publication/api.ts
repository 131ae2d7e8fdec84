import { api, type In, type Out, RichTextService, rpc } from "@kajo/shared/rpc";

const { drawRichText } = RichTextService.method;

const richTextApi = api.injectEndpoints({
  endpoints: (build) => ({
    drawRichText: build.query<Out<typeof drawRichText>, In<typeof drawRichText>>({
      ...rpc(drawRichText),
      keepUnusedDataFor: 5,
    }),
  }),
});

export const { useDrawRichTextQuery } = richTextApi;
