import { useFailureLine } from "@kajo/shared/errors";
import { type PlainId, useText } from "@kajo/shared/i18n";
import { Banner, Button, useToast } from "@kajo/shared/ui";

interface GuardiansSwitchProps {
  /** Guardians see it now. */
  readonly isShown: boolean;
  readonly isPending: boolean;
  /** That guardians see it, in words. */
  readonly see: PlainId;
  readonly seeNot: PlainId;
  /** Answers with what failed; undefined: nothing did. */
  readonly onSwitch: (visible: boolean) => Promise<unknown>;
}

/** Whether guardians see what a teenager was given: the teenager says so, at any time (IDN-09). */
export function GuardiansSwitch({ isShown, isPending, see, seeNot, onSwitch }: GuardiansSwitchProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const press = async () => {
    const error = await onSwitch(!isShown);
    if (error !== undefined) {
      toast("danger", failureLine(error));
      return;
    }
    toast("success", t(isShown ? seeNot : see));
  };
  return (
    <Banner
      action={
        <Button isPending={isPending} kind="secondary" onPress={() => void press()}>
          {t(isShown ? "survey.guardians.hide" : "survey.guardians.show")}
        </Button>
      }
      tone="info"
    >
      {t(isShown ? see : seeNot)}
    </Banner>
  );
}
