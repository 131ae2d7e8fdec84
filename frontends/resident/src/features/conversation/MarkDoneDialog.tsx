import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { useMarkDoneMutation } from "@kajo/shared/thread";
import { ConfirmDialog, useToast } from "@kajo/shared/ui";

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
  const [markDone, { isLoading }] = useMarkDoneMutation();
  const confirm = async () => {
    const request = { conversationId };
    const answer = await markDone({ request, idempotencyKey: intent.keyFor(request) });
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
      isPending={isLoading}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t("conversation.done")}
    >
      <p>{t("conversation.done.text")}</p>
    </ConfirmDialog>
  );
}
