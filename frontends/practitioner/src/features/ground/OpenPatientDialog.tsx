import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { GroundJson } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useOpenPatientMutation } from "./api";
import { GroundDialog } from "./GroundDialog";

const leadTo = {
  page: ["/patient", "action.openPatient"],
  booking: ["/appointments/new", "action.bookAppointment"],
} as const;

interface OpenPatientDialogProps {
  /** Where one goes once the patient is open; to the patient's page when left out. */
  readonly to?: keyof typeof leadTo;
  readonly patientId: string;
  readonly onClose: () => void;
}

/** From a conversation to the page of its patient, or to an appointment for them: the right is confirmed as for any other lookup (CON-21). */
export function OpenPatientDialog({ patientId, onClose, to = "page" }: OpenPatientDialogProps) {
  const t = useText();
  const [path, label] = leadTo[to];
  const toast = useToast();
  const navigate = useNavigate();
  const failureLine = useFailureLine();
  const [open, { isLoading }] = useOpenPatientMutation();
  const confirm = async (ground: GroundJson) => {
    const { error } = await open({ patientId, ground });
    onClose();
    if (error) toast("danger", failureLine(error));
    else await navigate({ to: path, search: { patient: patientId } });
  };
  return (
    <GroundDialog
      confirm={t(label)}
      isPending={isLoading}
      onClose={onClose}
      onConfirm={(ground) => void confirm(ground)}
    />
  );
}
