import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useClearChatSummaryMutation } from "../api";

/** As if none had been made, once that is confirmed. */
export function ClearSummary({ chatId }: { readonly chatId: string }) {
  const t = useText();
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const clear = useDeed(useClearChatSummaryMutation());
  const confirm = async () => {
    const isDone = await clear.run({ chatId });
    setAsked(false);
    if (isDone) toast("success", t("chatSummary.cleared"));
  };
  return (
    <>
      <Button kind="quiet" onPress={() => setAsked(true)}>
        {t("chatSummary.clear")}
      </Button>
      <ConfirmDialog
        confirm={t("chatSummary.clear")}
        danger
        isOpen={isAsked}
        isPending={clear.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() => void confirm()}
        title={t("chatSummary.clear.title")}
      >
        <p>{t("chatSummary.clear.text")}</p>
      </ConfirmDialog>
    </>
  );
}
