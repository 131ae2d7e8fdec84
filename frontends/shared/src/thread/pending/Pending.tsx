import { Clock, TriangleAlert } from "lucide-react";
import { AttachmentList } from "../../attachments/AttachmentList";
import { useFailureText } from "../../errors";
import { useText } from "../../i18n";
import { Button, Row } from "../../ui";
import styles from "../Thread.module.css";
import { send, takeBack } from "./hold";
import type { PendingMessage } from "./slice";
import { usePendingDispatch } from "./use-pending";

export interface PendingProps {
  readonly message: PendingMessage;
  readonly canWrite: boolean;
}

/** A message on its way, and what can be done with it; fetched with the first one. */
export function Pending({ message, canWrite }: PendingProps) {
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
