import { useText } from "@kajo/shared/i18n";
import { MasterDetail } from "@kajo/shared/patterns";
import { PageHeading, Spinner } from "@kajo/shared/ui";
import { useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useListWaitingChatsQuery } from "./api";
import { ChatLists } from "./ChatLists";
import styles from "./ChatPage.module.css";
import { useMarkChats } from "./use-mark-chats";
import { WorkedQueues } from "./WorkedQueues";

const ChatPane = lazy(async () => ({ default: (await import("./ChatPane")).ChatPane }));

/** Who is away is no fact that is told live: it is looked at again while somebody looks. */
const polling = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

/** Work in chat (CHA-05): the own chats, who waits, and the queues; beside them the one that is open. */
export function ChatPage() {
  const t = useText();
  const navigate = useNavigate();
  const { chatId } = useParams({ strict: false });
  const query = useListWaitingChatsQuery({}, polling);
  // Accepted a moment ago, and not yet among the own chats.
  const [accepted, setAccepted] = useState<string>();
  const next = useRef<HTMLButtonElement>(null);
  const isLeaving = useRef(false);
  useMarkChats(query.data?.own, accepted);
  const open = (id: string) => {
    setAccepted(id);
    void navigate({ to: "/chat/$chatId", params: { chatId: id }, resetScroll: false });
  };
  const close = () => void navigate({ to: "/chat", resetScroll: false });
  // What was pressed goes with the chat: from the list one goes on.
  const leave = () => {
    isLeaving.current = true;
    setAccepted(undefined);
    close();
  };
  useEffect(() => {
    if (chatId !== undefined || !isLeaving.current) return;
    isLeaving.current = false;
    next.current?.focus();
  }, [chatId]);
  return (
    <MasterDetail
      detail={
        chatId ? (
          <Suspense fallback={<Spinner />}>
            <ChatPane
              chatId={chatId}
              isAccepted={chatId === accepted}
              key={chatId}
              onAccepted={() => setAccepted(chatId)}
              onLeave={leave}
              waiting={query}
            />
          </Suspense>
        ) : undefined
      }
      detailKey={chatId}
      detailLabel={t("chatWork.detail")}
      fill
      list={
        <div className={styles.side}>
          <PageHeading lead={t("chatWork.about")}>{t("menu.chat")}</PageHeading>
          <ChatLists next={next} onAccepted={open} onGone={() => next.current?.focus()} open={chatId} waiting={query} />
          <WorkedQueues />
        </div>
      }
      listLabel={t("menu.chat")}
      onBack={close}
      placeholder={<p className={styles.none}>{t("chatWork.choose")}</p>}
    />
  );
}
