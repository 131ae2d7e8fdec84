import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { useMarkDoneMutation } from "@kajo/shared/thread";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";

export function MarkDone({ conversationId }: { readonly conversationId: string }) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [asked, setAsked] = useState(false);
  const [markDone, { isLoading }] = useMarkDoneMutation();
  const confirm = async () => {
    const request = { conversationId };
    const answer = await markDone({ request, idempotencyKey: intent.keyFor(request) });
    setAsked(false);
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
    } else {
      intent.settle();
      toast("success", t("conversation.done.already"));
    }
  };
  return (
    <>
      <Button kind="secondary" onPress={() => setAsked(true)}>
        {t("conversation.done")}
      </Button>
      <ConfirmDialog
        confirm={t("conversation.done")}
        isOpen={asked}
        isPending={isLoading}
        onClose={() => setAsked(false)}
        onConfirm={() => void confirm()}
        title={t("conversation.done")}
      >
        <p>{t("conversation.done.text")}</p>
      </ConfirmDialog>
    </>
  );
}
