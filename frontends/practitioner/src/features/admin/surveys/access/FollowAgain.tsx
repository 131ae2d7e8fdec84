import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type SurveyAccessJson, useIntent } from "@kajo/shared/rpc";
import { ConfirmDialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { isMatter, matters } from "../kinds";
import { useClearSurveyAccessMutation } from "./api";

interface FollowAgainProps {
  /** The survey, with the version that is before one's eyes. */
  readonly target: SurveyAccessJson;
  readonly isAsking: boolean;
  readonly onClose: () => void;
  /** It follows its domain again. */
  readonly onDone: () => void;
}

/** Asks, and has a survey follow its domain again. */
export function FollowAgain({ target, isAsking, onClose, onDone }: FollowAgainProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [clear] = useClearSurveyAccessMutation();
  const [isPending, setPending] = useState(false);
  const { surveyId = "", version = "0", matter } = target;
  const send = async () => {
    setPending(true);
    const request = { surveyId, version };
    const { error } = await clear({ request, idempotencyKey: intent.keyFor(request) });
    setPending(false);
    onClose();
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t("surveyAccess.cleared"));
    onDone();
  };
  return (
    <ConfirmDialog
      confirm={t("surveyAccess.clear")}
      isOpen={isAsking}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void send()}
      title={t("surveyAccess.clear")}
    >
      <p>{t("surveyAccess.clear.question", { domain: isMatter(matter) ? t(matters[matter]) : "–" })}</p>
    </ConfirmDialog>
  );
}
