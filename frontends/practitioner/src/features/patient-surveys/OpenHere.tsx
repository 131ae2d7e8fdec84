import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { GroundJson } from "@kajo/shared/rpc";
import { Banner, Button, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useOpenPatientMutation } from "../ground/api";
import { GroundDialog } from "../ground/GroundDialog";

interface OpenHereProps {
  readonly patientId: string;
  readonly onOpened: () => void;
}

/** Opens a patient on a confirmed right without leaving the conversation. */
export function OpenHere({ patientId, onOpened }: OpenHereProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [isAsked, setAsked] = useState(false);
  const [open, { isLoading }] = useOpenPatientMutation();
  const confirm = async (ground: GroundJson) => {
    const { error } = await open({ patientId, ground });
    setAsked(false);
    if (error) toast("danger", failureLine(error));
    else onOpened();
  };
  return (
    <>
      <Banner
        action={
          <Button kind="secondary" onPress={() => setAsked(true)} small>
            {t("patientSurvey.openPatient")}
          </Button>
        }
        announce="polite"
        tone="info"
      >
        {t("patientSurvey.patientNotOpen")}
      </Banner>
      {isAsked ? (
        <GroundDialog
          confirm={t("patientSurvey.openPatient")}
          isPending={isLoading}
          onClose={() => setAsked(false)}
          onConfirm={(ground) => void confirm(ground)}
        />
      ) : null}
    </>
  );
}
