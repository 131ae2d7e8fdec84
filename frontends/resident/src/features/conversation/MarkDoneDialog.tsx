import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { useFlushPending, useMarkDoneMutation } from "@kajo/shared/thread";
import { ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useEffect, useRef, useState } from "react";

export interface MarkDoneDialogProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

/** Fetched when it is asked for. */
export function MarkDoneDialog({ conversationId, onClose }: MarkDoneDialogProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const flushPending = useFlushPending(conversationId);
  const [isSettling, setSettling] = useState(false);
  const [markDone, { isLoading }] = useMarkDoneMutation();
  const isMarked = useRef(false);
  useEffect(
    () => () => {
      // The button that asked goes with the mark.
      if (isMarked.current) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    },
    [],
  );
  const confirm = async () => {
    // What is written later opens the conversation again: what was written before goes before.
    setSettling(true);
    const isSettled = await flushPending();
    setSettling(false);
    if (!isSettled) {
      onClose();
      toast("danger", `${t("failed.MarkDone")} ${t("failed.WriteMessage")}`);
      return;
    }
    const request = { conversationId };
    const answer = await markDone({ request, idempotencyKey: intent.keyFor(request) });
    isMarked.current = !("error" in answer);
    onClose();
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
    } else {
      intent.settle();
      toast("success", t("conversation.done.already"));
    }
  };
  return (
    <ConfirmDialog
      confirm={t("conversation.done")}
      isOpen
      isPending={isSettling || isLoading}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t("conversation.done")}
    >
      <p>{t("conversation.done.text")}</p>
    </ConfirmDialog>
  );
}
