import { useEffect, useState } from "react";
import { useWhisper } from "../live/use-whisper";
import type { ChatSideJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { useSetChatTypingMutation } from "./api";
import { typingHoldsMs, typingTeller } from "./typing";

/** Tells the other side that one writes. Answers with what is called with each change of the field. */
export function useTellTyping(chatId: string): (text: string) => void {
  const [setTyping] = useSetChatTypingMutation();
  const [tell] = useState(() => typingTeller(() => void setTyping({ chatId })));
  return tell;
}

/** Whether the other side of a chat writes at this moment. `last` is their last message: with the next one they are done. */
export function useHearTyping(chatId: string, side: ChatSideJson, last: number): boolean {
  const [heard, setHeard] = useState<{ readonly after: number }>();
  useWhisper("kajo.chat_queue.v1.ChatTyping", async (payload) => {
    const read = await import("./talk-whispers").catch(() => undefined);
    const typing = read?.chatTypingOf(payload);
    if (typing?.chatId === chatId && typing.side !== side) setHeard({ after: last });
  });
  useEffect(() => {
    if (!heard) return;
    const timer = setTimeout(() => setHeard(undefined), typingHoldsMs);
    return () => clearTimeout(timer);
  }, [heard]);
  return heard?.after === last;
}
