import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type PhraseJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, Row, useToast, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { useRemovePhraseMutation } from "./api";
import styles from "./PhraseDialog.module.css";

interface PhraseProps {
  readonly phrase: PhraseJson;
  readonly onInsert: () => void;
  readonly onEdit: () => void;
}

/** One phrase, and what can be done with it. */
export function Phrase({ phrase, onInsert, onEdit }: PhraseProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [remove, { isLoading }] = useRemovePhraseMutation();
  const [isAsking, setAsking] = useState(false);
  const { phraseId = "", title = "", text = "" } = phrase;
  const name = title || text.slice(0, 40);
  const removed = async () => {
    const request = { phraseId };
    const answer = await remove({ request, idempotencyKey: intent.keyFor(request) });
    setAsking(false);
    if (answer.error !== undefined) return toast("danger", failureLine(answer.error));
    intent.settle();
    toast("success", t("phrases.removed"));
  };
  return (
    <div className={styles.phrase}>
      <div className={styles.words}>
        {title ? <p className={styles.title}>{title}</p> : null}
        <p className={styles.text}>{text}</p>
      </div>
      <Row>
        <Button onPress={onInsert} small>
          {t("phrases.insert")}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button kind="quiet" onPress={onEdit} small>
          {t("phrases.change")}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button kind="quiet" onPress={() => setAsking(true)} small>
          {t("phrases.remove")}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </Row>
      <ConfirmDialog
        confirm={t("phrases.remove")}
        danger
        isOpen={isAsking}
        isPending={isLoading}
        onClose={() => setAsking(false)}
        onConfirm={() => void removed()}
        title={t("phrases.remove.title")}
      >
        <p>{t("phrases.remove.question", { name })}</p>
      </ConfirmDialog>
    </div>
  );
}
