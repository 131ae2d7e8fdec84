/** What is erased with an account in the services that keep something of it. Nobody but who asks for that fetches it. */
import { api, DeletionService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { previewDeletion } = DeletionService.method;

const previewApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewDeletion: build.query<Out<typeof previewDeletion>, In<typeof previewDeletion>>({
      ...rpc(previewDeletion),
      providesTags: ["ConversationList"],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { usePreviewDeletionQuery } = previewApi;
