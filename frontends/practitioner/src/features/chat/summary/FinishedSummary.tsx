import { useText } from "@kajo/shared/i18n";
import { useCopy, useDeed } from "@kajo/shared/patterns";
import type { ChatMessageJson, ChatSummaryJson } from "@kajo/shared/rpc";
import { Button, Row, StatusTag } from "@kajo/shared/ui";
import { Copy } from "lucide-react";
import type { RefObject } from "react";
import { useAcceptChatSummaryMutation, useRejectChatSummaryMutation } from "../api";
import { ClearSummary } from "./ClearSummary";
import { Sentences } from "./Sentences";
import styles from "./Summary.module.css";
import { newerThan, summaryText } from "./words";

interface FinishedSummaryProps {
  readonly chatId: string;
  readonly summary: ChatSummaryJson;
  readonly messages: readonly ChatMessageJson[];
  readonly isFetching: boolean;
  readonly onEdit: () => void;
  /** The button that edits. */
  readonly edit: RefObject<HTMLButtonElement | null>;
}

/** A summary to be read, and what a professional may do with it: it is of use only once they answer for it. */
export function FinishedSummary({ chatId, summary, messages, isFetching, onEdit, edit }: FinishedSummaryProps) {
  const t = useText();
  const put = useCopy();
  const accept = useDeed(useAcceptChatSummaryMutation());
  const reject = useDeed(useRejectChatSummaryMutation());
  const { accepted = false, editedText, sentences = [], version = "0" } = summary;
  const newer = newerThan(summary, messages);
  const copy = () =>
    put(summaryText(summary), { copied: t("chatSummary.copied"), notCopied: t("chatSummary.notCopied") });
  const acceptAndCopy = async () => {
    // Nothing is handed on for which nobody answers: first the one, then the other.
    if (!(await accept.run({ chatId, version }))) return;
    await put(summaryText(summary), {
      copied: t("chatSummary.acceptedAndCopied"),
      notCopied: t("chatSummary.acceptedNotCopied"),
    });
  };
  return (
    <>
      <div className={styles.about}>
        <span>{t(editedText ? "chatSummary.byBoth" : "chatSummary.byModel")}</span>
        {accepted ? <StatusTag tone="success">{t("chatSummary.accepted")}</StatusTag> : null}
      </div>
      {editedText ? (
        <p className={styles.text}>{editedText}</p>
      ) : (
        <Sentences messages={messages} sentences={sentences} />
      )}
      {newer > 0 ? <p className={styles.quiet}>{t("chatSummary.newer", { n: newer })}</p> : null}
      <Row>
        {/* One button: what was pressed says something else then, and keeps the focus. */}
        <Button
          isPending={accept.isPending || (isFetching && !accepted)}
          kind={accepted ? "secondary" : "primary"}
          onPress={() => void (accepted ? copy() : acceptAndCopy())}
        >
          <Copy aria-hidden="true" size={18} />
          <span>{t(accepted ? "chatSummary.copy" : "chatSummary.acceptAndCopy")}</span>
        </Button>
        <Button kind="secondary" onPress={onEdit} ref={edit}>
          {t("chatSummary.edit")}
        </Button>
        <Button
          isPending={reject.isPending || isFetching}
          kind="secondary"
          onPress={() => void reject.run({ chatId, version })}
        >
          {t("chatSummary.reject")}
        </Button>
        <ClearSummary chatId={chatId} />
      </Row>
    </>
  );
}
