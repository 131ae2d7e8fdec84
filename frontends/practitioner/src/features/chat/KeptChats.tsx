/** Own chats while one is anywhere in the app: the server hears that one is there for them, and they are not forgotten. */
import type { AppState } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import type { OwnChatMomentJson } from "@kajo/shared/rpc";
import { StatusTag, useToast, VisuallyHidden } from "@kajo/shared/ui";
import { useRouterState } from "@tanstack/react-router";
import { MessageCircleMore, Video } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useSelector } from "react-redux";
import { useKeepOwnChatsQuery, useKeptOwnChats } from "./api";
import { unmarkChats } from "./chats-mark";
import styles from "./KeptChats.module.css";

/** Of whom nothing is heard for two minutes, the chats are unattended. It goes on while the page is hidden, where timers may run a minute late. */
const everyMs = 40_000;

/** After an ask that failed. */
const againMs = 10_000;

/** They have come to the call, and the professional has not. */
const isInLobby = ({ call }: OwnChatMomentJson) =>
  call?.state === "CALL_STATE_ON" &&
  call.customer === "CALL_PRESENCE_LOBBY" &&
  call.practitioner !== "CALL_PRESENCE_IN";

const isAwaiting = ({ lastSide }: OwnChatMomentJson) => lastSide === "CHAT_SIDE_CUSTOMER";

/** There the lists and the chats themselves show it. */
const useIsAtChat = () =>
  useRouterState({ select: ({ location: { pathname } }) => pathname === "/chat" || pathname.startsWith("/chat/") });

/** Says that one is there for one's chats, until there are none, and tells of a customer who writes, or waits in a call, while one is elsewhere. */
export function KeepOwnChats() {
  const hasFailed = useKeptOwnChats({}).error !== undefined;
  const {
    data,
    isSuccess,
    isFetching,
    startedTimeStamp = 0,
    refetch,
  } = useKeepOwnChatsQuery({}, { pollingInterval: hasFailed ? againMs : everyMs, refetchOnMountOrArgChange: true });
  useAskedAgain(() => void refetch());
  const hasNone = isSuccess && !isFetching && !data?.own?.length;
  useEffect(() => {
    if (hasNone) unmarkChats(startedTimeStamp);
  }, [hasNone, startedTimeStamp]);
  useTellNew(data?.own);
  useTellInLobby(data?.own);
  return null;
}

/** When the page is seen again, and when live updates come again: timers sleep with the computer. */
function useAskedAgain(ask: () => void): void {
  const onSeen = useEffectEvent(() => {
    if (!document.hidden) ask();
  });
  useEffect(() => {
    const seen = () => onSeen();
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, []);

  const live = useSelector((state: AppState) => state.live.state);
  const before = useRef(live);
  const onLive = useEffectEvent(ask);
  useEffect(() => {
    if (live === "on" && before.current === "lost") onLive();
    before.current = live;
  }, [live]);
}

function useTellNew(own: readonly OwnChatMomentJson[] | undefined): void {
  const t = useText();
  const toast = useToast();
  const isAtChat = useIsAtChat();
  const known = useRef<ReadonlyMap<string, number>>(new Map());
  const onAnswer = useEffectEvent((now: readonly OwnChatMomentJson[]) => {
    const before = known.current;
    known.current = new Map(now.map(({ chatId = "", lastNumber = 0 }) => [chatId, lastNumber]));
    // Of a chat that was not known yet, all was there before.
    const isNew = ({ chatId = "", lastNumber = 0 }: OwnChatMomentJson) =>
      lastNumber > (before.get(chatId) ?? Number.POSITIVE_INFINITY);
    if (!isAtChat && now.some((chat) => isAwaiting(chat) && isNew(chat))) toast("info", t("chatWork.newElsewhere"));
  });
  useEffect(() => {
    if (own) onAnswer(own);
  }, [own]);
}

/** Once of each call; on the page of the chats it is seen, and what was seen there is told nowhere again. */
function useTellInLobby(own: readonly OwnChatMomentJson[] | undefined): void {
  const t = useText();
  const toast = useToast();
  const isAtChat = useIsAtChat();
  const told = useRef<ReadonlySet<string>>(new Set());
  const onAnswer = useEffectEvent((now: readonly OwnChatMomentJson[]) => {
    const calls = now.filter(isInLobby).map(({ call }) => call?.callId ?? "");
    const news = calls.filter((callId) => !told.current.has(callId));
    if (news.length === 0) return;
    told.current = new Set([...told.current, ...news]);
    if (!isAtChat) toast("info", t("chatWork.inLobbyElsewhere"));
  });
  useEffect(() => {
    if (own) onAnswer(own);
  }, [own]);
}

/** How many go on, beside the way to them. */
export function OwnChatsBadge() {
  const t = useText();
  const own = useKeptOwnChats({}).data?.own ?? [];
  const isAtChat = useIsAtChat();
  if (own.length === 0 || isAtChat) return null;
  const n = own.length;
  const awaiting = own.filter(isAwaiting).length;
  const inLobby = own.filter(isInLobby).length;
  const chats = awaiting > 0 ? t("chatWork.goOn.awaiting", { n, awaiting }) : t("chatWork.goOn", { n });
  const words = inLobby > 0 ? `${chats}, ${t("chatWork.goOn.inLobby", { n: inLobby })}` : chats;
  const tone = inLobby > 0 ? "warning" : awaiting > 0 ? "info" : "neutral";
  return (
    <span title={words}>
      <StatusTag tone={tone}>
        <span aria-hidden="true" className={styles.face}>
          <span>{n}</span>
          {awaiting > 0 ? <MessageCircleMore size={14} /> : null}
          {inLobby > 0 ? <Video size={14} /> : null}
        </span>
        <VisuallyHidden>{words}</VisuallyHidden>
      </StatusTag>
    </span>
  );
}
