import { useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { newIdempotencyKey } from "../rpc";
import type { ConversationJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { threadApi, useMarkReadMutation } from "./api";

/**
 * Moves the reader's marker to the last entry while the thread is on the screen: not in a background tab, and not for
 * what was marked already. Of a professional who takes no part it is a mark for their own lists; a form is read by them also
 * where nobody has written yet.
 */
export function useReadMarker(conversation: ConversationJson | undefined, personId: string): void {
  const dispatch = useDispatch();
  const [markRead] = useMarkReadMutation();
  const marked = useRef(-1);
  const conversationId = conversation?.conversationId ?? "";
  const last = Number(conversation?.thread?.at(-1)?.number ?? 0);
  const own = conversation?.participants?.find((each) => each.personId === personId);
  const takesPart = own !== undefined;
  const isFormAlone = !takesPart && last === 0 && (conversation?.formResponseId ?? "") !== "";
  const known = isFormAlone ? -1 : Number((own ? own.readUpTo : conversation?.seenUpTo) ?? 0);
  useEffect(() => {
    const mark = () => {
      if (personId === "" || document.hidden || last <= Math.max(known, marked.current)) return;
      marked.current = last;
      const readUpTo = String(last);
      void markRead({ request: { conversationId, readUpTo }, idempotencyKey: newIdempotencyKey() }).then(
        ({ error }) => {
          // Nobody is told of a mark that is one's own alone.
          if (!takesPart && !error) dispatch(threadApi.util.invalidateTags(["TaskList"]));
        },
      );
      // Whoever comes back before it is fetched anew finds nothing new that they have read.
      dispatch(noteRead(conversationId, personId, readUpTo) as never);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [conversationId, personId, takesPart, last, known, markRead, dispatch]);
}

const noteRead = (conversationId: string, personId: string, readUpTo: string) =>
  threadApi.util.updateQueryData("getConversation", { conversationId }, ({ conversation }) => {
    const own = conversation?.participants?.find((each) => each.personId === personId);
    if (own) Object.assign(own, { readUpTo });
    else if (conversation) Object.assign(conversation, { seenUpTo: readUpTo });
  });
