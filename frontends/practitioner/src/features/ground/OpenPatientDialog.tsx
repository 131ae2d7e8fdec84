import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { GroundJson } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useOpenPatientMutation } from "./api";
import { GroundDialog } from "./GroundDialog";

interface OpenPatientDialogProps {
  readonly patientId: string;
  readonly onClose: () => void;
}

/** From a conversation to the page of its patient: the right is confirmed as for any other lookup (CON-21). */
export function OpenPatientDialog({ patientId, onClose }: OpenPatientDialogProps) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const failureLine = useFailureLine();
  const [open, { isLoading }] = useOpenPatientMutation();
  const confirm = async (ground: GroundJson) => {
    const { error } = await open({ patientId, ground });
    onClose();
    if (error) toast("danger", failureLine(error));
    else await navigate({ to: "/patient", search: { patient: patientId } });
  };
  return (
    <GroundDialog
      confirm={t("action.openPatient")}
      isPending={isLoading}
      onClose={onClose}
      onConfirm={(ground) => void confirm(ground)}
    />
  );
}
