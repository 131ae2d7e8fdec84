/** What a message is written with, before there is a conversation as well. */
import { api } from "../rpc/api";
import { type Command, command, type In, type Out, type RpcCall, rpc } from "../rpc/base-query";
import type { RpcFailure } from "../rpc/failure";
import type { AttachmentService } from "../rpc/gen/kajo/conversations/v1/attachment_pb";
import { CategoryService } from "../rpc/gen/kajo/conversations/v1/category_pb";

const { getMessageLimits } = CategoryService.method;

type GetAttachments = typeof AttachmentService.method.getAttachments;
type DiscardAttachment = typeof AttachmentService.method.discardAttachment;

/** Most messages take no file along: what is asked about files is fetched with the first one. */
async function askOfFiles<T>(
  make: (service: typeof AttachmentService.method) => RpcCall,
  call: (made: RpcCall) => unknown,
): Promise<{ data: T } | { error: RpcFailure }> {
  const { AttachmentService: service } = await import("../rpc/gen/kajo/conversations/v1/attachment_pb");
  return (await call(make(service.method))) as { data: T } | { error: RpcFailure };
}

export const messageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMessageLimits: build.query<Out<typeof getMessageLimits>, In<typeof getMessageLimits>>({
      ...rpc(getMessageLimits),
      keepUnusedDataFor: 600,
    }),
    getAttachments: build.query<Out<GetAttachments>, In<GetAttachments>>({
      queryFn: (request, _api, _options, call) =>
        askOfFiles<Out<GetAttachments>>(({ getAttachments }) => rpc(getAttachments).query(request), call),
      providesTags: (_result, _error, { attachmentIds = [] }) =>
        attachmentIds.map((id) => ({ type: "Attachment" as const, id })),
    }),
    discardAttachment: build.mutation<Out<DiscardAttachment>, Command<In<DiscardAttachment>>>({
      queryFn: (asked, _api, _options, call) =>
        askOfFiles<Out<DiscardAttachment>>(({ discardAttachment }) => command(discardAttachment).query(asked), call),
    }),
  }),
});

export const { useGetMessageLimitsQuery, useGetAttachmentsQuery, useDiscardAttachmentMutation } = messageApi;
