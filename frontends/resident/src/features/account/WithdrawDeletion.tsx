import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import { Button, useToast } from "@kajo/shared/ui";
import { useWithdrawDeletionMutation } from "./deletion-api";

export function WithdrawDeletion() {
  const t = useText();
  const toast = useToast();
  const withdraw = useDeed(useWithdrawDeletionMutation());
  const send = async () => {
    if (!(await withdraw.run({}))) return;
    toast("success", t("account.withdrawn"));
    // The button goes with its banner.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  return (
    <Button isPending={withdraw.isPending} kind="secondary" onPress={() => void send()}>
      {t("account.withdraw")}
    </Button>
  );
}
