import { useText } from "@kajo/shared/i18n";
import type { AttachmentJson } from "@kajo/shared/rpc";
import { Button, Card, Row } from "@kajo/shared/ui";
import { Paperclip } from "lucide-react";
import { useEffect, useRef } from "react";
import styles from "./HeldMessage.module.css";
import type { NewMessage } from "./use-sending";

export interface HeldMessageProps {
  readonly message: NewMessage | undefined;
  /** What goes along. */
  readonly attachments: readonly AttachmentJson[];
  readonly isSending: boolean;
  readonly onTakeBack: () => void;
  readonly onSendNow: () => void;
}

/** In place of the form: what is about to be sent, as long as it can be taken back. */
export function HeldMessage({ message, attachments, isSending, onTakeBack, onSendNow }: HeldMessageProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // Not the button: whoever presses Enter twice would take back what they sent.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card>
      <h2 className={styles.heading} ref={heading} tabIndex={-1}>
        {t("new.held.title")}
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
        <Button isPending={isSending} onPress={onSendNow}>
          {t("new.held.now")}
        </Button>
        {isSending ? null : (
          <Button kind="secondary" onPress={onTakeBack}>
            {t("pending.undo")}
          </Button>
        )}
      </Row>
    </Card>
  );
}
