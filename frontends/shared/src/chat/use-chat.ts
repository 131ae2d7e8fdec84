import type { ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { useGetChatQuery } from "./api";
import { useAwaitedFiles } from "./use-awaited-files";

/** A chat with all that was written in it, as it goes on. `query` is what `QueryView` draws. */
export function useChat(chatId: string, skip = false) {
  // Never the chat that was looked at before: its words are of somebody else.
  const { currentData: data, ...asked } = useGetChatQuery({ chatId }, { skip });
  const messages = data?.messages ?? noMessages;
  useAwaitedFiles(messages, asked.refetch);
  return { chat: data?.chat, messages, query: { ...asked, data } };
}

const noMessages: readonly ChatMessageJson[] = [];
