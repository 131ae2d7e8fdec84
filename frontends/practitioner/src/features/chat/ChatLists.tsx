import { useMinute } from "@kajo/shared/chat";
import { Localized, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromAnswer, List } from "@kajo/shared/patterns";
import type { OwnChatJson, WaitingChatJson } from "@kajo/shared/rpc";
import { EmptyState, Stack, StatusTag } from "@kajo/shared/ui";
import type { ReactNode, Ref } from "react";
import { useListWorkedChatQueuesQuery, type WaitingChats } from "./api";
import { AssessmentTag } from "./assessment/AssessmentTag";
import { isMarked } from "./assessment/urgency";
import styles from "./ChatPage.module.css";
import { ChatRow } from "./ChatRow";
import { TakeNext } from "./TakeNext";
import { ownQueues, useTakenQueues } from "./taken-queues";
import { Unattended } from "./Unattended";
import { useSeen } from "./use-seen";
import { waited } from "./waited";

interface ChatListsProps {
  readonly waiting: WaitingChats;
  readonly open: string | undefined;
  readonly onAccepted: (chatId: string) => void;
  /** What was pressed goes from the lists. */
  readonly onGone: () => void;
  /** The button that takes the next one. */
  readonly next: Ref<HTMLButtonElement>;
}

/** The own chats that are going on, those that nobody attends to, and who waits, in their order. */
export function ChatLists({ waiting, open, onAccepted, onGone, next }: ChatListsProps) {
  const t = useText();
  const { data: worked } = useListWorkedChatQueuesQuery({});
  const queues = worked?.chatQueues ?? [];
  const { all, taken, take } = useTakenQueues(queues);
  const own = waiting.data?.own ?? [];
  const unattended = waiting.data && (waiting.data.unattended ?? []);
  const isNew = useSeen(own, open);
  const queueName = (id: string | undefined) => (
    <Localized text={queues.find(({ chatQueueId }) => chatQueueId === id)?.name} />
  );
  // Without queues there is nobody to take; the words about that stand below.
  const isEmpty = own.length === 0 && !unattended?.length && !waiting.data?.waiting?.length;
  if (worked && ownQueues(queues).length === 0 && isEmpty) return null;
  return (
    <>
      {waiting.data ? (
        <Stack gap="s">
          <h2>{t("chatWork.own")}</h2>
          {own.length === 0 ? (
            <p>{t("chatWork.own.none")}</p>
          ) : (
            <ul aria-label={t("chatWork.own")} className={styles.list}>
              {own.map((chat) => (
                <li key={chat.chatId}>
                  <OwnRow chat={chat} isNew={isNew(chat)} queue={queueName(chat.chatQueueId)} />
                </li>
              ))}
            </ul>
          )}
        </Stack>
      ) : null}
      <Unattended chats={unattended} onGone={onGone} onTakenOver={onAccepted} queueName={queueName} />
      <Stack gap="s">
        <h2>{t("chatWork.waiting")}</h2>
        <TakeNext all={all} onAccepted={onAccepted} onTake={take} queues={queues} ref={next} taken={taken} />
        <List
          {...fromAnswer(waiting, (data) => data.waiting)}
          counted={(n) => t("chatWork.waiting.count", { n })}
          empty={<EmptyState title={t("chatWork.waiting.none")} />}
          label={t("chatWork.waiting")}
          renderAll={(items) => (
            <ul aria-label={t("chatWork.waiting")} className={styles.list}>
              {items.map((chat) => (
                <li key={chat.chatId}>
                  <WaitingRow chat={chat} queue={queueName(chat.chatQueueId)} />
                </li>
              ))}
            </ul>
          )}
          total={waiting.data?.waitingTotal}
        />
      </Stack>
    </>
  );
}

interface OwnRowProps {
  readonly chat: OwnChatJson;
  readonly isNew: boolean;
  readonly queue: ReactNode;
}

function OwnRow({ chat, isNew, queue }: OwnRowProps) {
  const t = useText();
  const language = useLanguage();
  const isUrgent = isMarked(chat.assessmentLevel);
  const tags = (
    <>
      {isUrgent ? <AssessmentTag level={chat.assessmentLevel} /> : null}
      {isNew ? <StatusTag tone="info">{t("chatWork.newMessage")}</StatusTag> : null}
    </>
  );
  const since = chat.acceptedAt ? timeText(language, new Date(chat.acceptedAt)) : undefined;
  return (
    <ChatRow
      chatId={chat.chatId}
      customer={{ ...chat, name: chat.customerName }}
      impersonator={chat.impersonatorName}
      queue={queue}
      tags={isUrgent || isNew ? tags : undefined}
      time={since ? t("chatWork.since", { time: since }) : undefined}
    />
  );
}

interface WaitingRowProps {
  readonly chat: WaitingChatJson;
  readonly queue: ReactNode;
}

function WaitingRow({ chat, queue }: WaitingRowProps) {
  const t = useText();
  const time = waited(chat.joinedAt, useMinute());
  const isUrgent = isMarked(chat.assessmentLevel);
  const tags = (
    <>
      {isUrgent ? <AssessmentTag level={chat.assessmentLevel} /> : null}
      {chat.away ? <StatusTag tone="warning">{t("chatWork.away")}</StatusTag> : null}
      {chat.returned ? <StatusTag>{t("chatWork.returned")}</StatusTag> : null}
    </>
  );
  return (
    <ChatRow
      chatId={chat.chatId}
      customer={{ ...chat, name: chat.customerName }}
      impersonator={chat.impersonatorName}
      queue={queue}
      tags={isUrgent || chat.away || chat.returned ? tags : undefined}
      time={time.hours > 0 ? t("chatWork.waited.hours", { ...time }) : t("chatWork.waited", { minutes: time.minutes })}
    />
  );
}
