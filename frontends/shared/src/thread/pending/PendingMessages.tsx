import { Clock, TriangleAlert } from "lucide-react";
import { AttachmentList } from "../../attachments/AttachmentList";
import { useFailureText } from "../../errors";
import { useText } from "../../i18n";
import { Button, Row } from "../../ui";
import styles from "../Thread.module.css";
import { send, takeBack } from "./send";
import type { PendingMessage } from "./slice";
import { usePending, usePendingDispatch } from "./use-pending";

export interface PendingMessagesProps {
  readonly conversationId: string;
  /** Whether there is a reply box that takes a message back. */
  readonly canWrite: boolean;
}

/** Below the thread: what was written and is not at the server yet. */
export function PendingMessages({ conversationId, canWrite }: PendingMessagesProps) {
  const t = useText();
  const messages = usePending(conversationId).filter(({ state }) => state !== "returned");
  return (
    <section aria-label={t("pending.label")} className={styles.entries} hidden={messages.length === 0}>
      {messages.map((message) => (
        <Pending canWrite={canWrite} key={message.key} message={message} />
      ))}
    </section>
  );
}

function Pending({ message, canWrite }: { readonly message: PendingMessage; readonly canWrite: boolean }) {
  const t = useText();
  const failureText = useFailureText();
  const dispatch = usePendingDispatch();
  const { key, state, text, attachments, failure } = message;
  return (
    <article aria-label={t("thread.messageOf", { name: t("thread.you") })} className={styles.message} data-own="">
      <div className={styles.bubble} data-pending={state}>
        <p className={styles.text}>{text}</p>
        {attachments.length > 0 ? <AttachmentList attachments={attachments} /> : null}
        {state === "failed" ? (
          <>
            <p className={styles.failed} role="alert">
              <TriangleAlert aria-hidden="true" size={16} />
              <span>{failureText(failure)}</span>
            </p>
            {failure?.traceId ? <p className={styles.time}>{t("errors.code", { code: failure.traceId })}</p> : null}
            <Row>
              <Button onPress={() => void dispatch(send(key))} small>
                {t("pending.retry")}
              </Button>
              {canWrite ? (
                <Button kind="secondary" onPress={() => dispatch(takeBack(key))} small>
                  {t("pending.edit")}
                </Button>
              ) : null}
            </Row>
          </>
        ) : (
          <div className={styles.seen} role="status">
            <Clock aria-hidden="true" size={16} />
            {t(state === "held" ? "pending.held" : "pending.sending")}
            {state === "held" ? (
              <Button kind="quiet" onPress={() => dispatch(takeBack(key))} small>
                {t("pending.undo")}
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </article>
  );
}
