import { useFailureLine } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type PatientContentJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { useWithdrawContentMutation } from "./api";
import { textsOf } from "./texts";

/** It cannot be taken back that it was taken back: it is asked about. */
export function WithdrawContent({ content }: { readonly content: PatientContentJson }) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [isAsked, setAsked] = useState(false);
  const [withdraw, { isLoading }] = useWithdrawContentMutation();
  const title = localized(language, textsOf(content.title));
  const confirm = async () => {
    const request = { patientContentId: content.patientContentId ?? "" };
    const answer = await withdraw({ request, idempotencyKey: intent.keyFor(request) });
    setAsked(false);
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t("patientContent.withdraw.told"));
  };
  return (
    <>
      <div>
        <Button kind="quiet" onPress={() => setAsked(true)} small>
          <span>{t("patientContent.withdraw")}</span> <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          confirm={t("patientContent.withdraw")}
          danger
          isOpen
          isPending={isLoading}
          onClose={() => setAsked(false)}
          onConfirm={() => void confirm()}
          title={t("patientContent.withdraw")}
        >
          <p>{t("patientContent.withdraw.text", { title })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
