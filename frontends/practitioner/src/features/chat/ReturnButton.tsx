import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useReturnChatMutation } from "./api";

interface ReturnButtonProps {
  readonly chatId: string;
  readonly onReturned: () => void;
}

/** Puts the customer back into the line, once that is confirmed. */
export function ReturnButton({ chatId, onReturned }: ReturnButtonProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [isAsked, setAsked] = useState(false);
  const [giveBack, { isLoading }] = useReturnChatMutation();
  const confirm = async () => {
    const request = { chatId };
    const answer = await giveBack({ request, idempotencyKey: intent.keyFor(request) });
    setAsked(false);
    if (answer.error) return toast("danger", failureLine(answer.error));
    intent.settle();
    toast("success", t("chatWork.return.done"));
    onReturned();
  };
  return (
    <>
      <Button kind="secondary" onPress={() => setAsked(true)}>
        {t("chatWork.return")}
      </Button>
      <ConfirmDialog
        confirm={t("chatWork.return")}
        isOpen={isAsked}
        isPending={isLoading}
        onClose={() => setAsked(false)}
        onConfirm={() => void confirm()}
        title={t("chatWork.return.title")}
      >
        <p>{t("chatWork.return.text")}</p>
      </ConfirmDialog>
    </>
  );
}
