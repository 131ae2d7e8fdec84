import type { ChatJson, ChatMessageJson } from "@kajo/shared/rpc";
import { useEffect } from "react";
import { useWhose } from "./going-on";
import { noteRoom } from "./noted";

/** Notes in this browser what somebody has before their eyes of a chat. What comes while they look elsewhere is told there. */
export function useNoteRoom(
  { chatId = "", state = "CHAT_STATE_UNSPECIFIED" }: ChatJson,
  messages: readonly ChatMessageJson[],
): void {
  const whose = useWhose();
  const last = messages.at(-1)?.number ?? 0;
  useEffect(() => {
    const note = () => {
      if (!document.hidden) noteRoom(whose, { chatId, state }, last);
    };
    note();
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, [whose, chatId, state, last]);
}
