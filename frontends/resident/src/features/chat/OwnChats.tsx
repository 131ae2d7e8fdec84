import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { MyChatJson } from "@kajo/shared/rpc";
import { useSessionHeld } from "@kajo/shared/session";
import { Card, VisuallyHidden } from "@kajo/shared/ui";
import { useEffect, useId, useRef, useState } from "react";
import styles from "./Chat.module.css";
import { useWhose } from "./going-on";
import { noteChats } from "./noted";
import { ToOwnChat } from "./ToOwnChat";
import { isInvitation, useCallsOf } from "./use-calls-of";
import { useOwnPlace } from "./use-own-place";

/** Where one waits, and the chats that go on: at least one of them, which is use of the session. */
export function OwnChats({ chats }: { readonly chats: readonly MyChatJson[] }) {
  const t = useText();
  const whose = useWhose();
  const calls = useCallsOf(chats);
  useSessionHeld(true);
  useEffect(() => {
    noteChats(whose, chats);
  }, [whose, chats]);
  return (
    <>
      <TellTurn chats={chats} />
      <ul aria-label={t("chat.own")} className={styles.list}>
        {chats.map((chat) => (
          <li key={chat.chatId}>
            <OwnChat chat={chat} isInvited={isInvitation(calls[chat.chatId ?? ""])} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface OwnChatProps {
  readonly chat: MyChatJson;
  /** To a video call: it is answered in the chat. */
  readonly isInvited: boolean;
}

function OwnChat({ chat, isInvited }: OwnChatProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const place = useOwnPlace(chat);
  const queue = localized(language, chat.chatQueueName);
  const isWaiting = chat.state === "CHAT_STATE_WAITING";
  return (
    <Card>
      <h2 className={styles.name} id={id}>
        {t(isWaiting ? "chat.own.waiting" : "chat.own.active", { queue })}
      </h2>
      {isWaiting && place ? <p className={styles.place}>{t("chat.place", { ahead: place.ahead })}</p> : null}
      {!isWaiting && chat.practitionerName ? (
        <p className={styles.words}>{t("chat.with", { name: chat.practitionerName })}</p>
      ) : null}
      {isInvited ? <p className={styles.place}>{t("chat.call.invited")}</p> : null}
      <VisuallyHidden role="status">{isInvited ? [queue, t("chat.call.invited")].join(": ") : ""}</VisuallyHidden>
      <ToOwnChat chat={chat} named={id} />
    </Card>
  );
}

/** Tells those who do not see it that it is their turn. */
function TellTurn({ chats }: { readonly chats: readonly MyChatJson[] }) {
  const t = useText();
  const language = useLanguage();
  const waited = useRef<ReadonlySet<string | undefined>>(new Set());
  const [said, setSaid] = useState("");
  useEffect(() => {
    const turned = chats.filter(({ chatId, state }) => state === "CHAT_STATE_ACTIVE" && waited.current.has(chatId));
    waited.current = new Set(chats.filter(({ state }) => state === "CHAT_STATE_WAITING").map(({ chatId }) => chatId));
    if (turned.length === 0) return;
    setSaid(
      turned.map(({ chatQueueName }) => t("chat.own.turn", { queue: localized(language, chatQueueName) })).join(" "),
    );
  }, [chats, language, t]);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
