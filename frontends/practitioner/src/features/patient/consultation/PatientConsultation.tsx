import { useText } from "@kajo/shared/i18n";
import { Button, Card, Spinner } from "@kajo/shared/ui";
import { Stethoscope } from "lucide-react";
import { lazy, Suspense } from "react";
import { InPlace } from "../../editing/InPlace";
import { useInPlace } from "../../editing/use-in-place";

const AskAboutPatient = lazy(async () => ({ default: (await import("./AskAboutPatient")).AskAboutPatient }));

/** From a patient's page: the patient is given, and the question goes to a group of professionals (CON-09). */
export function PatientConsultation({ patientId }: { readonly patientId: string }) {
  const t = useText();
  const { isOpen, open, close, button } = useInPlace();
  return (
    <Card>
      <h3>{t("action.consultation")}</h3>
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <InPlace>
            <AskAboutPatient onClose={close} patientId={patientId} />
          </InPlace>
        </Suspense>
      ) : (
        <>
          <p>{t("patient.consultation.text")}</p>
          <div>
            <Button kind="secondary" onPress={open} ref={button}>
              <Stethoscope aria-hidden="true" size={18} /> {t("patient.consultation.ask")}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
