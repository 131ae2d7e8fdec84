import { api, type ChatCallJson, ChatService, type MyChatJson, type Out, rpc } from "@kajo/shared/rpc";

const { getChat } = ChatService.method;

/** By the id of the chat. */
type ChatCalls = Readonly<Record<string, ChatCallJson | undefined>>;

/** The greatest number that a message could have: behind it there is nothing. */
const behindAll = 4_294_967_295;

const callsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listChatCalls: build.query<ChatCalls, { readonly chatIds: readonly string[] }>({
      // What could not be fetched is asked for again with the next change.
      async queryFn({ chatIds }, _api, _options, call) {
        const answers = await Promise.all(
          chatIds.map(async (chatId) => {
            const { data } = await call(rpc(getChat).query({ chatId, afterNumber: behindAll }));
            return [chatId, (data as Out<typeof getChat> | undefined)?.chat?.call] as const;
          }),
        );
        return { data: Object.fromEntries(answers) };
      },
      extraOptions: { isBackground: true },
      // What changes in calls tells of no chat and makes all of them stale; what is written changes nothing here.
      providesTags: (_result, _error, { chatIds }) => chatIds.map((chatId) => ({ type: "Chat", id: `${chatId}/call` })),
      // An invitation lapses: what was seen a while ago is not shown again.
      keepUnusedDataFor: 0,
    }),
  }),
});

const { useListChatCallsQuery } = callsApi;

const none: ChatCalls = {};

/** The calls of those chats that go on, for pages that are about something else: nothing that was written is fetched. */
export function useCallsOf(chats: readonly MyChatJson[]): ChatCalls {
  const chatIds = chats.filter(({ state }) => state === "CHAT_STATE_ACTIVE").flatMap(({ chatId }) => chatId ?? []);
  const { data = none } = useListChatCallsQuery({ chatIds }, { skip: chatIds.length === 0 });
  return data;
}

/** They are invited to it and have not answered. */
export const isInvitation = (call: ChatCallJson | undefined) => call?.state === "CALL_STATE_INVITED";

/** It was accepted, and goes on. */
export const isCallOn = (call: ChatCallJson | undefined) => call?.state === "CALL_STATE_ON";
