import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useEndVisit } from "./use-end-visit";

/** For who was not signed in: nobody reads in this browser afterwards what was written, once it was asked whether that is meant. */
export function ForgetChat() {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [isAsking, setAsking] = useState(false);
  const { end, busy } = useEndVisit();
  const confirm = async () => {
    const failure = await end();
    if (failure === undefined) return;
    setAsking(false);
    toast("danger", failureLine(failure));
  };
  return (
    <>
      <p>{t("chat.forget.about")}</p>
      <div>
        <Button kind="secondary" onPress={() => setAsking(true)}>
          {t("chat.forget")}
        </Button>
      </div>
      <ConfirmDialog
        confirm={t("chat.forget")}
        danger
        isOpen={isAsking}
        isPending={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title={t("chat.forget.title")}
      >
        <p>{t("chat.forget.text")}</p>
      </ConfirmDialog>
    </>
  );
}
