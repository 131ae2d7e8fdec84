import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { timeText, useLanguage, useText } from "@kajo/shared/i18n";
import { type UnattendedChatJson, useIntent } from "@kajo/shared/rpc";
import { Button, Stack, useToast, VisuallyHidden } from "@kajo/shared/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTakeOverChatMutation } from "./api";
import styles from "./ChatPage.module.css";
import { customerName } from "./customer-name";

interface UnattendedProps {
  /** undefined: it is not known yet whether there are any. */
  readonly chats: readonly UnattendedChatJson[] | undefined;
  readonly queueName: (chatQueueId: string | undefined) => ReactNode;
  readonly onTakenOver: (chatId: string) => void;
  /** It is not to be had any more, and goes from the list. */
  readonly onGone: () => void;
}

/** Chats of colleagues of whom nothing is heard (CHA-06): whoever works through the queue may go on with them. */
export function Unattended({ chats, queueName, onTakenOver, onGone }: UnattendedProps) {
  const t = useText();
  const said = useSaid(chats);
  const noteRow = useFocusKept(onGone);
  return (
    <>
      <VisuallyHidden role="status">
        {said ? <span key={said.key}>{t("chatWork.unattended.count", { n: said.n })}</span> : null}
      </VisuallyHidden>
      {chats?.length ? (
        <Stack gap="s">
          <h2>{t("chatWork.unattended")}</h2>
          <ul aria-label={t("chatWork.unattended")} className={styles.list}>
            {chats.map((chat) => (
              <li key={chat.chatId} ref={noteRow}>
                <UnattendedRow
                  chat={chat}
                  onGone={onGone}
                  onTakenOver={onTakenOver}
                  queue={queueName(chat.chatQueueId)}
                />
              </li>
            ))}
          </ul>
        </Stack>
      ) : null}
    </>
  );
}

interface Said {
  /** Another one each time: the same words are said anew. */
  readonly key: string;
  readonly n: number;
}

/** How many there are, told when another one has come while one looks. Those that were there before are read like the rest. */
function useSaid(chats: UnattendedProps["chats"]): Said | undefined {
  const ids = chats?.map(({ chatId = "" }) => chatId).join(" ");
  const known = useRef<string>(undefined);
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    const before = known.current;
    known.current = ids;
    if (ids === undefined || before === undefined) return;
    const now = ids === "" ? [] : ids.split(" ");
    setSaid(now.some((id) => !before.includes(id)) ? { key: ids, n: now.length } : undefined);
  }, [ids]);
  return said;
}

/** Answers with the `ref` of each row: one that goes by itself and has the focus leaves it to the next one. `onNone`: there is none. */
function useFocusKept(onNone: () => void) {
  /** Those behind the row that went. */
  const behind = useRef<readonly Element[]>(undefined);
  const [noteRow] = useState(() => (row: HTMLLIElement) => () => {
    if (!row.contains(document.activeElement)) return;
    const rows = [...(row.parentElement?.children ?? [])];
    behind.current = rows.slice(rows.indexOf(row) + 1);
  });
  useEffect(() => {
    const rows = behind.current;
    if (!rows) return;
    behind.current = undefined;
    const next = rows.find(({ isConnected }) => isConnected)?.querySelector("button");
    if (next) next.focus();
    else onNone();
  });
  return noteRow;
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
const goneReasons: readonly (string | undefined)[] = [
  "chat_attended",
  "chat_taken",
  "chat_waits_again",
  "chat_ended",
  "not_found",
];

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
