import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useIntent } from "@kajo/shared/rpc";
import { Banner, Button, useToast } from "@kajo/shared/ui";
import { useShowAppointmentToGuardiansMutation } from "./api";

export interface GuardiansSettingProps {
  readonly appointmentId: string;
  /** Guardians see it now. */
  readonly isShown: boolean;
}

/** Whether guardians see a teenager's appointment: the teenager says so, at any time (IDN-09). */
export function GuardiansSetting({ appointmentId, isShown }: GuardiansSettingProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [show, { isLoading }] = useShowAppointmentToGuardiansMutation();
  const press = async () => {
    const request = { appointmentId, visible: !isShown };
    const answer = await show({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t(isShown ? "appointment.guardians.seeNot" : "appointment.guardians.see"));
  };
  return (
    <Banner
      action={
        <Button isPending={isLoading} kind="secondary" onPress={() => void press()}>
          {t(isShown ? "appointment.guardians.hide" : "appointment.guardians.show")}
        </Button>
      }
      tone="info"
    >
      {t(isShown ? "appointment.guardians.see" : "appointment.guardians.seeNot")}
    </Banner>
  );
}
