import { useIntent } from "@kajo/shared/rpc";
import { GuardiansSwitch } from "../guardians/GuardiansSwitch";
import { useShowMySurveyToGuardiansMutation } from "./api";

export interface GuardiansSettingProps {
  readonly surveyActivationId: string;
  /** Guardians see it now. */
  readonly isShown: boolean;
}

/** Whether guardians see a teenager's survey and its answers. */
export function GuardiansSetting({ surveyActivationId, isShown }: GuardiansSettingProps) {
  const intent = useIntent();
  const [show, { isLoading }] = useShowMySurveyToGuardiansMutation();
  const send = async (visible: boolean) => {
    const request = { surveyActivationId, visible };
    const { error } = await show({ request, idempotencyKey: intent.keyFor(request) });
    if (error === undefined) intent.settle();
    return error;
  };
  return (
    <GuardiansSwitch
      isPending={isLoading}
      isShown={isShown}
      onSwitch={send}
      see="survey.guardians.see"
      seeNot="survey.guardians.seeNot"
    />
  );
}
