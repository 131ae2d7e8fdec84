import { useLinePlace } from "@kajo/shared/chat";
import { useRefetchAt } from "@kajo/shared/chat-queue";
import type { MyChatJson } from "@kajo/shared/rpc";
import { useCallback } from "react";
import { useKeepChatPlaceMutation } from "./api";

/** Where somebody stands in a line, as it moves. As long as it is shown, they are there. */
export function useOwnPlace(chat: MyChatJson | undefined) {
  const waiting = chat?.state === "CHAT_STATE_WAITING" ? chat : undefined;
  const chatId = waiting?.chatId;
  const [keepPlace] = useKeepChatPlaceMutation();
  const keep = useCallback(async () => {
    if (chatId === undefined) return undefined;
    const { data } = await keepPlace({ chatId });
    return data?.place;
  }, [chatId, keepPlace]);
  // The queue opens and shuts by itself.
  useRefetchAt(waiting?.standing?.changesAt, () => void keep());
  return useLinePlace(waiting, keep);
}
