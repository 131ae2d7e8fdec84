import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Banner, Button, useToast } from "@kajo/shared/ui";
import { useShowMySurveyToGuardiansMutation } from "./api";

export interface GuardiansSettingProps {
  readonly surveyActivationId: string;
  /** Guardians see it now. */
  readonly isShown: boolean;
}

/** Whether guardians see a teenager's survey and its answers: the teenager says so, at any time (IDN-09). */
export function GuardiansSetting({ surveyActivationId, isShown }: GuardiansSettingProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [show, { isLoading }] = useShowMySurveyToGuardiansMutation();
  const press = async () => {
    const request = { surveyActivationId, visible: !isShown };
    const answer = await show({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t(isShown ? "survey.guardians.seeNot" : "survey.guardians.see"));
  };
  return (
    <Banner
      action={
        <Button isPending={isLoading} kind="secondary" onPress={() => void press()}>
          {t(isShown ? "survey.guardians.hide" : "survey.guardians.show")}
        </Button>
      }
      tone="info"
    >
      {t(isShown ? "survey.guardians.see" : "survey.guardians.seeNot")}
    </Banner>
  );
}
