import { useSelector } from "react-redux";
import { chatApi } from "../chat/api";
import type { ChatCallJson } from "../rpc/gen/kajo/chat_queue/v1/chat_call_pb";

/** What the chat that a call belongs to tells of it, where that chat was fetched: the call itself says nothing of who is not in. */
export function useChatCall(callId: string): ChatCallJson | undefined {
  return useSelector((state: never) => {
    for (const asked of chatApi.util.selectCachedArgsForQuery(state, "getChat")) {
      const call = chatApi.endpoints.getChat.select(asked)(state).data?.chat?.call;
      if (call?.callId === callId) return call;
    }
    return undefined;
  });
}
