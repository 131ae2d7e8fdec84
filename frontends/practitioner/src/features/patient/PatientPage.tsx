import { useText } from "@kajo/shared/i18n";
import { LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { PatientInfo } from "./PatientInfo";
import { PatientSearch } from "./PatientSearch";

/**
 * Patient context: found by personal identity code, opened with a legitimate right (PRO-06). The
 * search or the one who was found, never both: nobody should wonder whose data they look at.
 */
export function PatientPage() {
  const t = useText();
  const navigate = useNavigate();
  const { patient } = useSearch({ from: "/signed-in/ready/patient" });
  /** Asked for from a patient: then the code can be typed at once. */
  const [isNext, setNext] = useState(false);
  // The id says nothing of the person, and opens nothing in another session.
  const search = (
    <>
      <PatientSearch isNext={isNext} onFound={(id) => void navigate({ to: "/patient", search: { patient: id } })} />
      <Row>
        <LinkButton kind="quiet" to="/patient/new">
          {t("patient.new")}
        </LinkButton>
      </Row>
    </>
  );
  const next = () => {
    setNext(true);
    void navigate({ to: "/patient", search: {} });
  };
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("patient.title")}</PageHeading>
      {patient ? <PatientInfo key={patient} onNext={next} patientId={patient} search={search} /> : search}
    </Stack>
  );
}
