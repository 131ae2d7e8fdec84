import { useState } from "react";
import { useFailureLine } from "../errors";
import { useText } from "../i18n";
import { useIntent } from "../rpc/use-intent";
import { Button, ConfirmDialog, useToast } from "../ui";
import { useEndChatMutation } from "./api";

export interface EndChatButtonProps {
  readonly chatId: string;
  readonly onEnded?: () => void;
}

/** Ends a chat for both, after asking once more. */
export function EndChatButton({ chatId, onEnded }: EndChatButtonProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [isAsking, setAsking] = useState(false);
  const [endChat, { isLoading }] = useEndChatMutation();
  const end = async () => {
    const request = { chatId };
    const { error } = await endChat({ request, idempotencyKey: intent.keyFor(request) });
    setAsking(false);
    if (error !== undefined) {
      toast("danger", failureLine(error));
      return;
    }
    intent.settle();
    onEnded?.();
  };
  return (
    <>
      <Button kind="secondary" onPress={() => setAsking(true)}>
        {t("chatRoom.end")}
      </Button>
      <ConfirmDialog
        confirm={t("chatRoom.end")}
        danger
        isOpen={isAsking}
        isPending={isLoading}
        onClose={() => setAsking(false)}
        onConfirm={() => void end()}
        title={t("chatRoom.end.title")}
      >
        <p>{t("chatRoom.end.text")}</p>
      </ConfirmDialog>
    </>
  );
}
