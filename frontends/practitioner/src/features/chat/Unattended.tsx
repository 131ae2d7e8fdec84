import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { timeText, useLanguage, useText } from "@kajo/shared/i18n";
import { type UnattendedChatJson, useIntent } from "@kajo/shared/rpc";
import { Button, Stack, useToast, VisuallyHidden } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useTakeOverChatMutation } from "./api";
import styles from "./ChatPage.module.css";
import { customerName } from "./customer-name";

interface UnattendedProps {
  readonly chats: readonly UnattendedChatJson[];
  readonly queueName: (chatQueueId: string | undefined) => ReactNode;
  readonly onTakenOver: (chatId: string) => void;
  /** It is not to be had any more, and goes from the list. */
  readonly onGone: () => void;
}

/** Chats of colleagues of whom nothing is heard (CHA-06): whoever works through the queue may go on with them. */
export function Unattended({ chats, queueName, onTakenOver, onGone }: UnattendedProps) {
  const t = useText();
  if (chats.length === 0) return null;
  return (
    <Stack gap="s">
      <h2>{t("chatWork.unattended")}</h2>
      <ul aria-label={t("chatWork.unattended")} className={styles.list}>
        {chats.map((chat) => (
          <li key={chat.chatId}>
            <UnattendedRow chat={chat} onGone={onGone} onTakenOver={onTakenOver} queue={queueName(chat.chatQueueId)} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface UnattendedRowProps extends Pick<UnattendedProps, "onTakenOver" | "onGone"> {
  readonly chat: UnattendedChatJson;
  readonly queue: ReactNode;
}

function UnattendedRow({ chat, queue, onTakenOver, onGone }: UnattendedRowProps) {
  const t = useText();
  const language = useLanguage();
  const { chatId = "", customerName: name, impersonatorName, practitionerName, unattendedAt } = chat;
  const customer = customerName(t, { ...chat, name });
  const since = unattendedAt ? timeText(language, new Date(unattendedAt)) : undefined;
  return (
    <div className={styles.row} data-still="">
      <strong className={styles.name} translate={name ? "no" : undefined}>
        {customer}
      </strong>
      <span className={styles.time}>{since ? t("chatWork.since", { time: since }) : null}</span>
      <span className={styles.more}>{queue}</span>
      {impersonatorName ? (
        <span className={styles.more}>{t("chatWork.impersonator", { name: impersonatorName })}</span>
      ) : null}
      {practitionerName ? (
        <span className={styles.more}>{t("chatWork.unattended.colleague", { name: practitionerName })}</span>
      ) : null}
      <div className={styles.deed}>
        <TakeOver chatId={chatId} customer={customer} onGone={onGone} onTakenOver={onTakenOver} />
      </div>
    </div>
  );
}

/** What says that it is not to be had any more. */
const goneReasons: readonly (string | undefined)[] = ["chat_attended", "chat_taken", "chat_ended", "not_found"];

interface TakeOverProps extends Pick<UnattendedProps, "onTakenOver" | "onGone"> {
  readonly chatId: string;
  readonly customer: string;
}

function TakeOver({ chatId, customer, onTakenOver, onGone }: TakeOverProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [takeOver, { isLoading }] = useTakeOverChatMutation();
  const press = async () => {
    const request = { chatId };
    const answer = await takeOver({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) {
      toast("danger", failureLine(answer.error));
      if (goneReasons.includes(asFailure(answer.error).reason)) onGone();
      return;
    }
    intent.settle();
    toast("success", t("chatWork.takeOver.done"));
    onTakenOver(chatId);
  };
  return (
    <Button isPending={isLoading} kind="secondary" onPress={() => void press()} small>
      {t("chatWork.takeOver")}
      <VisuallyHidden> {customer}</VisuallyHidden>
    </Button>
  );
}
