import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { LiveState } from "../live/slice";
import { useWhisper } from "../live/use-whisper";
import type { AppDispatch } from "../rpc/dispatch";
import type { ChatMarkJson, ChatSideJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { chatApi, useMarkChatMutation } from "./api";
import { type MarkTeller, markTeller } from "./mark-teller";
import { markOf, risen } from "./marks";
import { sinceOf } from "./since";

export interface MarksOptions {
  readonly chatId: string;
  /** It goes on. */
  readonly isOn: boolean;
  /** Who looks. */
  readonly side: ChatSideJson;
  /** The last message of the other one. */
  readonly last: number;
  /** What stands behind the last message. */
  readonly end: RefObject<HTMLElement | null>;
}

/**
 * For one chat as long as the component lives. Tells the other side of a chat how far one has read: all that was fetched is delivered, and seen once the page is visible and the end of the
 * chat in sight. Answers with how far the other one has come.
 */
export function useMarks({ chatId, isOn, side, last, end }: MarksOptions): ChatMarkJson | undefined {
  const { marks, since: withThemSince } = chatApi.endpoints.getChat.useQueryState(
    { chatId },
    { selectFromResult: ({ currentData: { marks, chat } = {} }) => ({ marks, since: sinceOf(chat) }) },
  );
  // Put back into the line and accepted again, or taken over, a chat is read anew.
  const since = isOn ? withThemSince : undefined;

  const [markChat] = useMarkChatMutation();
  const teller = useRef<MarkTeller>(undefined);
  const known = useEffectEvent(() => markOf(marks, side));
  useEffect(() => {
    if (!since) return;
    const { deliveredNumber = 0, seenNumber = 0 } = known() ?? {};
    const own = markTeller({
      known: { deliveredNumber, seenNumber },
      tell: async (mark) => (await markChat({ chatId, ...mark })).error === undefined,
    });
    teller.current = own;
    return () => own.stop();
  }, [chatId, since, markChat]);
  useHearMarks(chatId, isOn, () => teller.current?.tellAgain());

  useEffect(() => {
    const element = end.current;
    if (!since || last === 0 || !element) return;
    let isInSight = false;
    const look = () =>
      teller.current?.note({ deliveredNumber: last, seenNumber: isInSight && !document.hidden ? last : 0 });
    // One for each message: what was in sight before it came may not be any more.
    const observer = new IntersectionObserver((entries) => {
      isInSight = entries.at(-1)?.isIntersecting === true;
      look();
    });
    observer.observe(element);
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [since, last, end]);

  return markOf(marks, side === "CHAT_SIDE_CUSTOMER" ? "CHAT_SIDE_PRACTITIONER" : "CHAT_SIDE_CUSTOMER");
}

/** Keeps beside the chat what is whispered of the other one's mark. `onLive`: live updates come again. */
function useHearMarks(chatId: string, isOn: boolean, onLive: () => void): void {
  const dispatch = useDispatch<AppDispatch>();
  useWhisper("kajo.chat_queue.v1.ChatMarked", async (payload) => {
    const read = await import("./talk-whispers").catch(() => undefined);
    const marked = read?.chatMarkedOf(payload);
    const { mark } = marked ?? {};
    if (marked?.chatId !== chatId || !mark) return;
    const keep = chatApi.util.updateQueryData("getChat", { chatId }, (chat) => {
      chat.marks = risen(chat.marks, [mark]);
    });
    dispatch(keep as never);
  });

  const isLive = useSelector(({ live }: { readonly live: LiveState }) => live.state === "on");
  const wasLive = useRef(isLive);
  const tellLive = useEffectEvent(onLive);
  useEffect(() => {
    if (isOn && isLive && !wasLive.current) {
      // What was whispered in between is lost.
      dispatch(chatApi.util.invalidateTags([{ type: "Chat", id: chatId }]));
      tellLive();
    }
    wasLive.current = isLive;
  }, [chatId, isOn, isLive, dispatch]);
}
