import type { ConversationJson } from "@kajo/shared/rpc";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Focus of a conversation. The heading takes the focus when the conversation comes, and again when a button that
 * was pressed has gone with what it did. Where the thread opens is the thread's own. Answers with the ref of the heading.
 */
export function usePaneFocus(pane: RefObject<HTMLElement | null>, conversation: ConversationJson, isMarked: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef<Element>(null);
  useEffect(() => {
    const element = pane.current;
    const head = heading.current?.closest("header")?.parentElement;
    const pinned = head != null && getComputedStyle(head).position === "sticky";
    heading.current?.focus({ preventScroll: pinned });
    const note = ({ target }: FocusEvent) => {
      last.current = target as Element;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) last.current = null;
    };
    element?.addEventListener("focusin", note);
    element?.addEventListener("focusout", forget);
    return () => {
      element?.removeEventListener("focusin", note);
      element?.removeEventListener("focusout", forget);
    };
  }, [pane]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the conversation changed, buttons may have gone
  useEffect(() => {
    const gone = last.current !== null && !last.current.isConnected;
    if (gone && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [conversation, isMarked]);
  return heading;
}
