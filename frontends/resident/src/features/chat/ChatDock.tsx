import { dotted, Localized, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ChatCallJson, MyChatJson } from "@kajo/shared/rpc";
import { isVisitor } from "@kajo/shared/session";
import { LinkButton, VisuallyHidden } from "@kajo/shared/ui";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { isNear } from "./announcing";
import { isGoingOn, useListMyChatsQuery } from "./api";
import styles from "./ChatDock.module.css";
import { useGoingOn, useWhose } from "./going-on";
import { keepRoom } from "./keep-room";
import { noteChats, notedOf } from "./noted";
import { isCallOn, isInvitation, useCallsOf } from "./use-calls-of";
import { useOwnPlace } from "./use-own-place";
import { useUrgentTitle } from "./use-urgent-title";
import { useVisitClaim } from "./use-visit-claim";

/**
 * On pages that are about something else, also about another chat: where one waits and the chats that go on, and the way back to them. Nobody
 * loses their turn by reading.
 */
export function ChatDock() {
  const t = useText();
  const { pathname } = useLocation();
  const kept = useGoingOn();
  const own = useOwnChats();
  // A chat is left out in its own room, and one that goes on at its own transcript, which leads back to it.
  const shown = own.filter(
    ({ chatId, state }) =>
      pathname !== `/chat/${chatId}` && (state === "CHAT_STATE_WAITING" || pathname !== `/events/transcript/${chatId}`),
  );
  const calls = useCallsOf(shown);
  const callOf = ({ chatId = "" }: MyChatJson) => calls[chatId];
  const isInvited = shown.some((chat) => isInvitation(callOf(chat)));
  const hasTurn = shown.some((chat) => isTurn(chat, kept));
  useUrgentTitle(isInvited ? t("chat.call.invited") : hasTurn ? t("chat.turn") : undefined);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("chat.dock")} className={styles.dock} ref={keepRoom}>
      <ul className={styles.chats}>
        {shown.map((chat) => (
          <DockedChat call={callOf(chat)} chat={chat} key={chat.chatId} kept={kept} />
        ))}
      </ul>
    </section>
  );
}

/** Somebody has accepted them, and they have not been in the chat since. `kept`: what is kept in this browser. */
const isTurn = ({ chatId = "", state }: MyChatJson, kept: string | undefined) =>
  state === "CHAT_STATE_ACTIVE" && notedOf(kept, chatId)?.isIn === false;

/** Once what was begun in a visit is taken over. With the last of them this browser forgets that there was any. */
function useOwnChats(): readonly MyChatJson[] {
  const isVisiting = useSelector(isVisitor);
  const whose = useWhose();
  const claim = useVisitClaim();
  const { data, isFetching, isError } = useListMyChatsQuery({}, { skip: !isVisiting && !claim.isSettled });
  // What was fetched before may lack what was begun since.
  const isOld = isFetching || isError;
  useEffect(() => {
    if (data && !isOld) noteChats(whose, (data.chats ?? []).filter(isGoingOn));
  }, [data, isOld, whose]);
  return (data?.chats ?? []).filter(isGoingOn);
}

interface DockedChatProps {
  readonly chat: MyChatJson;
  readonly call: ChatCallJson | undefined;
  /** What is kept in this browser of all of them. */
  readonly kept: string | undefined;
}

function DockedChat({ chat, call, kept }: DockedChatProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const place = useOwnPlace(chat);
  const { chatId = "", chatQueueName, state, lastNumber = 0, lastSide } = chat;
  const isWaiting = state === "CHAT_STATE_WAITING";
  const noted = notedOf(kept, chatId);
  const isAccepted = isTurn(chat, kept);
  // What they have written themselves, perhaps elsewhere, is not new to them; nor is what was written before it.
  const isNew = !isWaiting && noted !== undefined && lastSide === "CHAT_SIDE_PRACTITIONER" && lastNumber > noted.read;
  const isInvited = !isWaiting && isInvitation(call);
  const hasNews = isInvited || isAccepted || isNew;
  const words = isWaiting
    ? place && t("chat.place", { ahead: place.ahead })
    : dotted(
        isInvited ? t("chat.call.invited") : undefined,
        isAccepted ? t("chat.dock.accepted") : undefined,
        isNew ? t("chat.dock.new") : undefined,
      ) || t(isCallOn(call) ? "chat.call.on" : "chat.dock.active");
  const isTold = hasNews || (place !== undefined && isNear(place.ahead));
  const said = useSaid(isTold ? words : undefined, isNew ? lastNumber : 0, isInvited || isAccepted);
  return (
    <li className={styles.chat} data-news={hasNews || undefined}>
      <div className={styles.text}>
        <p className={styles.queue} id={id}>
          <Localized text={chatQueueName} />
        </p>
        <p>{words}</p>
      </div>
      <div className={styles.way}>
        <LinkButton
          aria-describedby={id}
          data-small=""
          kind={hasNews ? "primary" : "secondary"}
          params={{ chatId }}
          to="/chat/$chatId"
        >
          {t(isWaiting ? "chat.own.toPlace" : isInvited ? "chat.call.answer" : "chat.own.toChat")}
        </LinkButton>
      </div>
      <VisuallyHidden role="status">
        {said ? <span key={said.key}>{[localized(language, chatQueueName), said.words].join(": ")}</span> : null}
      </VisuallyHidden>
    </li>
  );
}

interface Said {
  readonly key: string;
  readonly words: string;
}

/**
 * What is told aloud: words that have come while the page is there, and once more with each message. Those that stood there from the beginning
 * are read like the rest, unless they are `urgent`.
 */
function useSaid(words: string | undefined, lastNumber: number, urgent: boolean): Said | undefined {
  const key = words && `${lastNumber} ${words}`;
  const told = useRef(urgent ? undefined : key);
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    if (told.current === key) return;
    told.current = key;
    setSaid(key && words ? { key, words } : undefined);
  }, [key, words]);
  return said;
}
