import { useFailureLine } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type PatientSurveyJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { textsOf } from "../survey-results/texts";
import { useWithdrawSurveyMutation } from "./api";

/** It cannot be taken back that it was taken back: it is asked about. */
export function WithdrawSurvey({ survey }: { readonly survey: PatientSurveyJson }) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [isAsked, setAsked] = useState(false);
  const [withdraw, { isLoading }] = useWithdrawSurveyMutation();
  const title = localized(language, textsOf(survey.title));
  const confirm = async () => {
    const request = { surveyActivationId: survey.surveyActivationId ?? "" };
    const answer = await withdraw({ request, idempotencyKey: intent.keyFor(request) });
    setAsked(false);
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t("patientSurvey.withdraw.told"));
  };
  return (
    <>
      <div>
        <Button kind="quiet" onPress={() => setAsked(true)} small>
          <span>{t("patientSurvey.withdraw")}</span> <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          confirm={t("patientSurvey.withdraw")}
          danger
          isOpen
          isPending={isLoading}
          onClose={() => setAsked(false)}
          onConfirm={() => void confirm()}
          title={t("patientSurvey.withdraw")}
        >
          <p>{t("patientSurvey.withdraw.text", { title })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
