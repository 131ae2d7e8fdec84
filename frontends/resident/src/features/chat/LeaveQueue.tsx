import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useLeaveChatQueueMutation } from "./api";

/** Gives the place in the line up, once it was asked whether that is meant. */
export function LeaveQueue({ chatId }: { readonly chatId: string }) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [asked, setAsked] = useState(false);
  const [leave, { isLoading }] = useLeaveChatQueueMutation();
  const confirm = async () => {
    const request = { chatId };
    const answer = await leave({ request, idempotencyKey: intent.keyFor(request) });
    setAsked(false);
    if ("error" in answer) toast("danger", failureLine(answer.error));
    else intent.settle();
  };
  return (
    <div>
      <Button kind="secondary" onPress={() => setAsked(true)}>
        {t("chat.leave")}
      </Button>
      <ConfirmDialog
        cancel={t("chat.leave.stay")}
        confirm={t("chat.leave")}
        danger
        isOpen={asked}
        isPending={isLoading}
        onClose={() => setAsked(false)}
        onConfirm={() => void confirm()}
        title={t("chat.leave.title")}
      >
        <p>{t("chat.leave.text")}</p>
      </ConfirmDialog>
    </div>
  );
}
