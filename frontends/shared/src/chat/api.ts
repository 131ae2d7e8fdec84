/** What both apps do with one chat. */
import { api } from "../rpc/api";
import { type Command, command, type In, type Out, rpc } from "../rpc/base-query";
import { ChatService } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { awaitedFiles } from "./files";
import { knownUpTo, merged } from "./merge";

const { getChat, writeChatMessage, endChat, setChatTyping, markChat } = ChatService.method;

type GetChat = Pick<In<typeof getChat>, "chatId">;

export const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    getChat: build.query<Out<typeof getChat>, GetChat>({
      // Fetched again with every message, and when the scan of a file has ended: only what is not known yet.
      async queryFn(request, { getState }, _options, call) {
        const afterNumber = knownUpTo(cachedChat(getState(), request)?.messages);
        const answer = await call(rpc(getChat).query({ ...request, afterNumber }));
        if (answer.error) return { error: answer.error };
        // What was whispered meanwhile may be newer than the answer.
        return { data: merged(cachedChat(getState(), request), answer.data as Out<typeof getChat>) };
      },
      // A scan that has ended concerns the chats alone that wait for it.
      providesTags: (result, _error, { chatId }) => [
        { type: "Chat", id: chatId ?? "" },
        ...(result?.messages ?? []).flatMap(awaitedFiles).map((id) => ({ type: "Attachment" as const, id })),
      ],
    }),
    writeChatMessage: build.mutation<Out<typeof writeChatMessage>, Command<In<typeof writeChatMessage>>>({
      ...command(writeChatMessage),
      // Refused: the chat may have ended meanwhile. Who sends it fetches what is new otherwise.
      invalidatesTags: (_result, error, { request }) => (error ? [{ type: "Chat", id: request.chatId ?? "" }] : []),
    }),
    setChatTyping: build.mutation<Out<typeof setChatTyping>, In<typeof setChatTyping>>({
      ...rpc(setChatTyping),
      extraOptions: { isBackground: true },
    }),
    markChat: build.mutation<Out<typeof markChat>, In<typeof markChat>>({
      ...rpc(markChat),
      extraOptions: { isBackground: true },
    }),
    endChat: build.mutation<Out<typeof endChat>, Command<In<typeof endChat>>>({
      ...command(endChat),
      invalidatesTags: (_result, _error, { request }) => [
        { type: "Chat", id: request.chatId ?? "" },
        "MyChat",
        "WaitingChat",
      ],
    }),
  }),
});

/** What was fetched last of a chat. */
export function cachedChat(state: unknown, request: GetChat): Out<typeof getChat> | undefined {
  return chatApi.endpoints.getChat.select(request)(state as never).data;
}

export const {
  useGetChatQuery,
  useWriteChatMessageMutation,
  useEndChatMutation,
  useSetChatTypingMutation,
  useMarkChatMutation,
} = chatApi;
