/** Fetched with the first message that has a file. */
import { api } from "../rpc/api";
import { type In, type Out, rpc } from "../rpc/base-query";
import { AttachmentService } from "../rpc/gen/kajo/conversations/v1/attachment_pb";

const { getThumbnail } = AttachmentService.method;

const thumbnailApi = api.injectEndpoints({
  endpoints: (build) => ({
    getThumbnail: build.query<Out<typeof getThumbnail>, In<typeof getThumbnail>>({
      ...rpc(getThumbnail),
      // It never changes.
      keepUnusedDataFor: 600,
    }),
  }),
});

export const { useGetThumbnailQuery } = thumbnailApi;
