/** What both apps do with one conversation. */
import { api } from "../rpc/api";
import { type Command, command, type In, type Out, rpc } from "../rpc/base-query";
import { ConversationService } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { knownOf, merged } from "./merge";

const conversation = ConversationService.method;

type GetConversation = In<typeof conversation.getConversation>;

export const threadApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConversation: build.query<Out<typeof conversation.getConversation>, GetConversation>({
      async queryFn(request, { getState }, _options, call) {
        const before = cached(getState(), request);
        const answer = await call(rpc(conversation.getConversation).query({ ...request, ...knownOf(before) }));
        if (answer.error) return { error: answer.error };
        return { data: merged(before, answer.data as Out<typeof conversation.getConversation>) };
      },
      providesTags: (_result, _error, { conversationId }) => [{ type: "Conversation", id: conversationId ?? "" }],
    }),
    writeMessage: build.mutation<Out<typeof conversation.writeMessage>, Command<In<typeof conversation.writeMessage>>>({
      ...command(conversation.writeMessage),
      // Refused: a stale version or an ended conversation means that something newer is there. Who sends it fetches what is new otherwise.
      invalidatesTags: (_result, error, { request }) => [
        ...(error ? [{ type: "Conversation" as const, id: request.conversationId ?? "" }] : []),
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
  }),
});

function cached(state: unknown, request: GetConversation): Out<typeof conversation.getConversation> | undefined {
  return threadApi.endpoints.getConversation.select(request)(state as never).data;
}

export const { useGetConversationQuery, useMarkReadMutation, useMarkDoneMutation } = threadApi;
