/** What both apps do with one conversation. */
import { api } from "../rpc/api";
import { type Command, command, type In, type Out, rpc } from "../rpc/base-query";
import { AttachmentService } from "../rpc/gen/kajo/conversations/v1/attachment_pb";
import { CategoryService } from "../rpc/gen/kajo/conversations/v1/category_pb";
import { ConversationService } from "../rpc/gen/kajo/conversations/v1/conversation_pb";

const conversation = ConversationService.method;
const { getMessageLimits } = CategoryService.method;
const { getAttachments, discardAttachment } = AttachmentService.method;

export const threadApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConversation: build.query<Out<typeof conversation.getConversation>, In<typeof conversation.getConversation>>({
      ...rpc(conversation.getConversation),
      providesTags: (_result, _error, { conversationId }) => [{ type: "Conversation", id: conversationId ?? "" }],
    }),
    writeMessage: build.mutation<Out<typeof conversation.writeMessage>, Command<In<typeof conversation.writeMessage>>>({
      ...command(conversation.writeMessage),
      // Refused too: a stale version or an ended conversation means that something newer is there.
      invalidatesTags: (_result, _error, { request }) => [
        { type: "Conversation", id: request.conversationId ?? "" },
        "ConversationList",
      ],
    }),
    markRead: build.mutation<Out<typeof conversation.markRead>, Command<In<typeof conversation.markRead>>>({
      ...command(conversation.markRead),
    }),
    markDone: build.mutation<Out<typeof conversation.markDone>, Command<In<typeof conversation.markDone>>>({
      ...command(conversation.markDone),
      invalidatesTags: (_result, _error, { request }) => [
        { type: "Conversation", id: request.conversationId ?? "" },
        "ConversationList",
        "TaskList",
      ],
    }),
    getMessageLimits: build.query<Out<typeof getMessageLimits>, In<typeof getMessageLimits>>({
      ...rpc(getMessageLimits),
      keepUnusedDataFor: 600,
    }),
    getAttachments: build.query<Out<typeof getAttachments>, In<typeof getAttachments>>({
      ...rpc(getAttachments),
      providesTags: (_result, _error, { attachmentIds = [] }) =>
        attachmentIds.map((id) => ({ type: "Attachment" as const, id })),
    }),
    discardAttachment: build.mutation<Out<typeof discardAttachment>, Command<In<typeof discardAttachment>>>({
      ...command(discardAttachment),
    }),
  }),
});

export const {
  useGetConversationQuery,
  useMarkReadMutation,
  useMarkDoneMutation,
  useGetMessageLimitsQuery,
  useGetAttachmentsQuery,
  useDiscardAttachmentMutation,
} = threadApi;
