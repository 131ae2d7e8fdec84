import { useText } from "@kajo/shared/i18n";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PatientInfo } from "./PatientInfo";
import { PatientSearch } from "./PatientSearch";

/** Patient context: found by personal identity code, opened with a legitimate right (spec section 6, Patient viewing). */
export function PatientPage() {
  const t = useText();
  const navigate = useNavigate();
  const { patient } = useSearch({ from: "/signed-in/ready/patient" });
  return (
    <Stack gap="l">
      <PageHeading>{t("patient.title")}</PageHeading>
      {/* The id says nothing of the person, and opens nothing in another session. */}
      <PatientSearch onFound={(id) => void navigate({ to: "/patient", search: { patient: id } })} />
      {patient ? <PatientInfo key={patient} patientId={patient} /> : null}
    </Stack>
  );
}
