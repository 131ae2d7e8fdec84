import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type SurveyJson, useIntent } from "@kajo/shared/rpc";
import { Button, ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useArchiveSurveyMutation, useRestoreSurveyMutation } from "../api";

/** Puts a survey away, or takes it back, after a question. */
export function Archiving({ survey }: { readonly survey: SurveyJson }) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [archive] = useArchiveSurveyMutation();
  const [restore] = useRestoreSurveyMutation();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const { surveyId = "", archived = false, details } = survey;
  const doing = archived ? "restore" : "archive";
  const send = async () => {
    setPending(true);
    const request = { surveyId };
    const { error } = await (archived ? restore : archive)({
      request,
      idempotencyKey: intent.keyFor({ doing, ...request }),
    });
    setPending(false);
    setAsking(false);
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t(archived ? "survey.restored" : "survey.archived"));
  };
  const label = t(archived ? "survey.restore" : "survey.archive");
  const name = details?.title?.fi || t("survey.unnamed");
  return (
    <>
      <Button kind="secondary" onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        confirm={label}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
        title={label}
      >
        <p>{t(archived ? "survey.restore.question" : "survey.archive.question", { name })}</p>
      </ConfirmDialog>
    </>
  );
}
