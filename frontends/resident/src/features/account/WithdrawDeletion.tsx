import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";
import { useWithdrawDeletionMutation } from "./deletion-api";

export function WithdrawDeletion() {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [withdraw, { isLoading }] = useWithdrawDeletionMutation();
  const send = async () => {
    const answer = await withdraw({ request: {}, idempotencyKey: intent.keyFor({}) });
    if ("error" in answer) return toast("danger", failureLine(answer.error));
    intent.settle();
    toast("success", t("account.withdrawn"));
    // The button goes with its banner.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  return (
    <Button isPending={isLoading} kind="secondary" onPress={() => void send()}>
      {t("account.withdraw")}
    </Button>
  );
}
