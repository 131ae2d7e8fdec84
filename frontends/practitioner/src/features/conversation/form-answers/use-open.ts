import type { ConversationJson } from "@kajo/shared/rpc";
import { useState } from "react";

/** What somebody has opened or closed, by the conversation: as long as this page is open, and nowhere else. */
const chosen = new Map<string, boolean>();

/**
 * Whether the answers are in sight. As long as nobody has written they are what there is to read; later whoever wants to see them opens them.
 * `isAsked`: they were in sight since the conversation came, so that they are fetched. Each look is logged.
 */
export function useOpen({ conversationId = "", thread = [] }: ConversationJson) {
  const [isOpen, setOpen] = useState(() => chosen.get(conversationId) ?? !thread.some(({ message }) => message));
  const [isAsked, setAsked] = useState(isOpen);
  const toggle = (open: boolean) => {
    chosen.set(conversationId, open);
    setOpen(open);
    if (open) setAsked(true);
  };
  return { isOpen, isAsked, toggle };
}
