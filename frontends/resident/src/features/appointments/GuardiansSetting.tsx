import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
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
  const show = useDeed(useShowAppointmentToGuardiansMutation());
  const press = async () => {
    if (!(await show.run({ appointmentId, visible: !isShown }))) return;
    toast("success", t(isShown ? "appointment.guardians.seeNot" : "appointment.guardians.see"));
  };
  return (
    <Banner
      action={
        <Button isPending={show.isPending} kind="secondary" onPress={() => void press()}>
          {t(isShown ? "appointment.guardians.hide" : "appointment.guardians.show")}
        </Button>
      }
      tone="info"
    >
      {t(isShown ? "appointment.guardians.see" : "appointment.guardians.seeNot")}
    </Banner>
  );
}
