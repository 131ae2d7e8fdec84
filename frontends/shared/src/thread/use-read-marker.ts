import { useEffect, useRef } from "react";
import { newIdempotencyKey } from "../rpc";
import type { ConversationJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { useMarkReadMutation } from "./api";

/**
 * Moves the reader's marker to the last entry while the thread is on the screen: not in a background tab, and not for
 * what was marked already.
 */
export function useReadMarker(conversation: ConversationJson | undefined, personId: string): void {
  const [markRead] = useMarkReadMutation();
  const marked = useRef(0);
  const conversationId = conversation?.conversationId ?? "";
  const last = Number(conversation?.thread?.at(-1)?.number ?? 0);
  const own = conversation?.participants?.find((each) => each.personId === personId);
  const known = Number(own?.readUpTo ?? 0);
  const participates = own !== undefined;
  useEffect(() => {
    const mark = () => {
      if (!participates || document.hidden || last <= Math.max(known, marked.current)) return;
      marked.current = last;
      void markRead({ request: { conversationId, readUpTo: String(last) }, idempotencyKey: newIdempotencyKey() });
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [conversationId, participates, last, known, markRead]);
}
