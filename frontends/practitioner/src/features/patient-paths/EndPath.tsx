import { useFailureLine } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type PathExecutionJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { useEndExecutionMutation } from "./api";
import { textsOf } from "./texts";

/** A path that has ended does not go on: it is asked about. */
export function EndPath({ execution }: { readonly execution: PathExecutionJson }) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [isAsked, setAsked] = useState(false);
  const [end, { isLoading }] = useEndExecutionMutation();
  const name = localized(language, textsOf(execution.name));
  const confirm = async () => {
    const request = { pathExecutionId: execution.pathExecutionId ?? "" };
    const answer = await end({ request, idempotencyKey: intent.keyFor(request) });
    setAsked(false);
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t("patientPath.end.told"));
  };
  return (
    <>
      <div>
        <Button kind="quiet" onPress={() => setAsked(true)} small>
          <span>{t("patientPath.end")}</span> <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          confirm={t("patientPath.end")}
          danger
          isOpen
          isPending={isLoading}
          onClose={() => setAsked(false)}
          onConfirm={() => void confirm()}
          title={t("patientPath.end")}
        >
          <p>{t("patientPath.end.text", { name })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
