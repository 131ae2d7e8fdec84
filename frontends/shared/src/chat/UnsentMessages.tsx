import { CircleAlert, Clock } from "lucide-react";
import { AttachmentList } from "../attachments/AttachmentList";
import { asFailure, useFailureText, useFieldText } from "../errors";
import { useText } from "../i18n";
import { isFault } from "../rpc/failure";
import threadStyles from "../thread/Thread.module.css";
import { Button, Row } from "../ui";
import type { Unsent } from "./outbox";

export interface UnsentMessagesProps {
  readonly unsent: readonly Unsent[];
  /** The first of them is on its way. */
  readonly isSending: boolean;
  /** Why it was not sent; undefined: it waits for somebody to say that it is sent. */
  readonly failure: unknown;
  readonly canWrite: boolean;
  readonly onRetry: () => void;
  readonly onTakeBack: (key: string) => void;
}

/** Between the chat and the field: what was written and is not in the chat yet. */
export function UnsentMessages({ unsent, isSending, failure, canWrite, onRetry, onTakeBack }: UnsentMessagesProps) {
  const t = useText();
  const failureText = useFailureText();
  const fieldText = useFieldText();
  if (unsent.length === 0) return null;
  return (
    <ul aria-label={t("pending.label")} className={threadStyles.entries}>
      {unsent.map(({ key, text, files = [] }, index) => {
        const isFailed = index === 0 && !isSending;
        return (
          <li className={threadStyles.message} data-own="" key={key}>
            <div className={threadStyles.bubble} data-pending={isFailed ? "failed" : "sending"}>
              {text.trim() === "" ? null : <p className={threadStyles.text}>{text}</p>}
              {files.length > 0 ? <AttachmentList attachments={files} /> : null}
              {isFailed ? (
                <>
                  <p className={threadStyles.failed} role="alert">
                    <CircleAlert aria-hidden="true" size={18} />
                    <span>
                      {failure === undefined
                        ? t("failed.WriteChatMessage")
                        : (fieldText(failure, "text") ?? fieldText(failure, "attachment_ids") ?? failureText(failure))}
                    </span>
                  </p>
                  {canWrite ? (
                    <Row>
                      <Button kind="secondary" onPress={onRetry} small>
                        {t("pending.retry")}
                      </Button>
                      {/* What nobody has answered may stand in the chat already: taken back, it would be written twice. */}
                      {failure !== undefined && isFault(asFailure(failure)) ? null : (
                        <Button kind="quiet" onPress={() => onTakeBack(key)} small>
                          {t("pending.edit")}
                        </Button>
                      )}
                    </Row>
                  ) : null}
                </>
              ) : (
                <p className={threadStyles.seen}>
                  <Clock aria-hidden="true" size={16} />
                  <span>{t(index === 0 ? "pending.sending" : "pending.held")}</span>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
