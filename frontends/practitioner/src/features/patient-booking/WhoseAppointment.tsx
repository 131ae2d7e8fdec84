import { useText } from "@kajo/shared/i18n";
import { Banner, Button, Card } from "@kajo/shared/ui";
import { nameOf, OpenedPatient } from "../compose/PatientStep";

interface WhoseAppointmentProps {
  readonly patientId: string;
  /** Lets go of whom the session has not opened. */
  readonly onLost: () => void;
}

/** The patient who is open. Another one is looked up below. */
export function WhoseAppointment({ patientId, onLost }: WhoseAppointmentProps) {
  const t = useText();
  const lost = (
    <Banner
      action={
        <Button kind="secondary" onPress={onLost}>
          {t("newAppointment.patient.other")}
        </Button>
      }
      announce="polite"
      tone="info"
    >
      {t("patient.notOpened")}
    </Banner>
  );
  return (
    <OpenedPatient lost={lost} patientId={patientId}>
      {(patient) => (
        <Card>
          <p>{t("newAppointment.patient.chosen")}</p>
          <p>
            <strong>{nameOf(patient)}</strong>
          </p>
        </Card>
      )}
    </OpenedPatient>
  );
}
