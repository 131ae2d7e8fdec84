import { useIntent } from "@kajo/shared/rpc";
import { GuardiansSwitch } from "../guardians/GuardiansSwitch";
import { useShowMyContentToGuardiansMutation } from "./api";

interface GuardiansSettingProps {
  readonly patientContentId: string;
  /** Guardians see it now. */
  readonly isShown: boolean;
}

/** Whether guardians see a content that a teenager was given. */
export function GuardiansSetting({ patientContentId, isShown }: GuardiansSettingProps) {
  const intent = useIntent();
  const [show, { isLoading }] = useShowMyContentToGuardiansMutation();
  const send = async (visible: boolean) => {
    const request = { patientContentId, visible };
    const { error } = await show({ request, idempotencyKey: intent.keyFor(request) });
    if (error === undefined) intent.settle();
    return error;
  };
  return (
    <GuardiansSwitch
      isPending={isLoading}
      isShown={isShown}
      onSwitch={send}
      see="patientContent.guardians.see"
      seeNot="patientContent.guardians.seeNot"
    />
  );
}
