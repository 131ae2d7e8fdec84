import { Paperclip } from "lucide-react";
import { useEffect, useRef } from "react";
import { useText } from "../../i18n";
import type { AttachmentJson } from "../../rpc";
import { Button, Card, Row } from "../../ui";
import styles from "./UndoableMessage.module.css";

export interface UndoableMessageProps {
  /** Of `useSending`. */
  readonly sending: {
    readonly message: { readonly topic?: string; readonly text?: string } | undefined;
    readonly isSending: boolean;
    readonly takeBack: () => void;
    readonly flush: () => void;
  };
  /** What goes along. */
  readonly attachments: readonly AttachmentJson[];
}

/** In place of the form: what is about to be sent, as long as it can be taken back. */
export function UndoableMessage({ sending, attachments }: UndoableMessageProps) {
  const { message, isSending, takeBack, flush } = sending;
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // Not the button: whoever presses Enter twice would take back what they sent.
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Card>
      <h2 className={styles.heading} ref={heading} tabIndex={-1}>
        {t("pending.first")}
      </h2>
      {message ? (
        <div className={styles.message}>
          <p className={styles.topic}>{message.topic}</p>
          <p className={styles.text}>{message.text}</p>
          {attachments.length > 0 ? (
            <ul className={styles.files}>
              {attachments.map(({ attachmentId, fileName }) => (
                <li key={attachmentId}>
                  <Paperclip aria-hidden="true" size={18} />
                  <span>{fileName}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
      <Row>
        {/* First, where the button that sends was: whoever presses there once more wants it sent, not taken back. */}
        <Button isPending={isSending} onPress={flush}>
          {t("pending.now")}
        </Button>
        {isSending ? null : (
          <Button kind="secondary" onPress={takeBack}>
            {t("pending.undo")}
          </Button>
        )}
      </Row>
    </Card>
  );
}
