import { useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";

/** To the page of the patient: the right is confirmed as for any other lookup. */
export function OpenPatient({ patientId }: { readonly patientId: string | undefined }) {
  const t = useText();
  const dialog = useLazyPart(() => import("../ground/OpenPatientDialog"));
  if (!patientId) return null;
  return (
    <>
      <Button kind="quiet" onPress={dialog.ask}>
        {t("action.openPatient")}
      </Button>
      {dialog.part ? <dialog.part.OpenPatientDialog onClose={dialog.close} patientId={patientId} /> : null}
    </>
  );
}
