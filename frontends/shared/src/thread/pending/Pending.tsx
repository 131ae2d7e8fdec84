import { Clock, TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { AttachmentList } from "../../attachments/AttachmentList";
import { useFailureText } from "../../errors";
import { useText } from "../../i18n";
import { Button, Codes, ConfirmDialog, Row } from "../../ui";
import styles from "../Thread.module.css";
import { isInside, type VisibilityLine } from "../visibility";
import type { PendingMessage } from "./slice";
import { send, takeBack, takenOver } from "./undoable-message";
import { usePendingDispatch } from "./use-pending";

export interface PendingProps {
  readonly message: PendingMessage;
  readonly canWrite: boolean;
  readonly visibility: VisibilityLine | undefined;
}

/** A message on its way, and what can be done with it; fetched with the first one. */
export function Pending({ message, canWrite, visibility: Visibility }: PendingProps) {
  const t = useText();
  const failureText = useFailureText();
  const dispatch = usePendingDispatch();
  const { key, state, text, attachments, failure } = message;
  const article = useRef<HTMLElement>(null);
  // Where nothing can be written any more, there is no box that takes it back.
  const [isAsked, setAsked] = useState(false);
  const hasFailed = state === "failed";
  // What can be done with it is in sight, also on a phone, where the box below takes most of it.
  // Before anything else is done: what is held still under a pointer is moved back at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when it fails
  useLayoutEffect(() => {
    article.current?.scrollIntoView({ block: "nearest" });
  }, [hasFailed]);
  // The button that was pressed is gone with what it did.
  const toHeading = () => {
    const heading = article.current?.closest("main")?.querySelector<HTMLElement>("h1");
    requestAnimationFrame(() => heading?.focus({ preventScroll: true }));
  };
  const discard = () => {
    toHeading();
    dispatch(takenOver(key));
  };
  const retry = () => {
    toHeading();
    void dispatch(send(key));
  };
  return (
    <article
      aria-label={t("thread.messageOf", { name: t("thread.you") })}
      className={styles.message}
      data-own=""
      ref={article}
    >
      <span aria-hidden="true" className={styles.noAvatar} />
      <div className={styles.bubble} data-inside={isInside(message.visibility) || undefined} data-pending={state}>
        {Visibility ? <Visibility visibility={message.visibility} /> : null}
        <p className={styles.text}>{text}</p>
        {attachments.length > 0 ? <AttachmentList attachments={attachments} /> : null}
        {hasFailed ? (
          <>
            <p className={styles.failed} role="alert">
              <TriangleAlert aria-hidden="true" size={16} />
              <span>{failureText(failure)}</span>
            </p>
            {failure?.traceId ? (
              <p className={styles.time}>
                <Codes>{t("errors.code", { code: failure.traceId })}</Codes>
              </p>
            ) : null}
            <Row>
              <Button onPress={retry} small>
                {t("pending.retry")}
              </Button>
              {canWrite ? (
                <Button kind="secondary" onPress={() => dispatch(takeBack(key))} small>
                  {t("pending.edit")}
                </Button>
              ) : (
                <Button kind="secondary" onPress={() => setAsked(true)} small>
                  {t("pending.discard")}
                </Button>
              )}
            </Row>
            <ConfirmDialog
              confirm={t("pending.discard")}
              danger
              isOpen={isAsked}
              onClose={() => setAsked(false)}
              onConfirm={discard}
              title={t("pending.discard")}
            >
              <p>{t("pending.discard.text")}</p>
            </ConfirmDialog>
          </>
        ) : (
          <div className={styles.seen} role="status">
            <Clock aria-hidden="true" size={16} />
            <span>{t(state === "undoable" ? "pending.held" : "pending.sending")}</span>
            {state === "undoable" ? (
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
