import { asFailure, LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useCopy } from "@kajo/shared/patterns";
import { known, type PatientStateJson, unknownState } from "@kajo/shared/rpc";
import { Banner, Button, Card, LinkButton, Row, Spinner, StatusTag } from "@kajo/shared/ui";
import { CalendarPlus, Copy, Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { PatientTasks } from "../customer-task/PatientTasks";
import { NonDisclosure } from "../non-disclosure/NonDisclosure";
import { PatientContents } from "../patient-content/PatientContents";
import { PatientPaths } from "../patient-paths/PatientPaths";
import { PatientSurveys } from "../patient-surveys/PatientSurveys";
import { PatientRecommendations } from "../recommendation/PatientRecommendations";
import { useGetPatientQuery } from "./api";
import { PatientConsultation } from "./consultation/PatientConsultation";
import { messagingBar } from "./info/messaging";
import { PatientDetails } from "./info/PatientDetails";
import { PatientMessage } from "./message/PatientMessage";
import styles from "./Patient.module.css";
import { PatientAppointments } from "./PatientAppointments";
import { PatientConversations } from "./PatientConversations";

const states = {
  PATIENT_STATE_UNSPECIFIED: ["patient.consent.none", "warning"],
  PATIENT_STATE_CONSENT_GIVEN: ["patient.consent.given", "success"],
  PATIENT_STATE_NO_CONSENT: ["patient.consent.none", "warning"],
  PATIENT_STATE_MANUALLY_ADDED: ["patient.consent.manuallyAdded", "warning"],
} as const satisfies Record<PatientStateJson, readonly [string, string]>;

export interface PatientInfoProps {
  readonly patientId: string;
  /** To the search for another patient. */
  readonly onNext: () => void;
  /** In place of a patient who is not open here. */
  readonly search: ReactNode;
}

/** The basic info of a patient who was opened in this session, and what one can do next. */
export function PatientInfo({ patientId, onNext, search }: PatientInfoProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useGetPatientQuery({ patientId });
  const patient = data?.patient;
  const isOpen = patient !== undefined;
  useEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  if (error && asFailure(error).reason === "not_found") {
    return (
      <>
        <Banner announce="polite" tone="info">
          {t("patient.notOpened")}
        </Banner>
        {search}
      </>
    );
  }
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!patient) return <Spinner />;
  const [state, tone] = known(states, patient.state ?? "PATIENT_STATE_UNSPECIFIED") ?? unknownState;
  const mayBeGiven = messagingBar(patient.messaging) === undefined;
  return (
    <>
      <Card>
        <h2 className={styles.name} ref={heading} tabIndex={-1}>
          {patient.firstName} {patient.lastName}
        </h2>
        {patient.nonDisclosure ? (
          <>
            <div>
              <NonDisclosure />
            </div>
            <p>{t("patient.nonDisclosure.text")}</p>
          </>
        ) : null}
        <dl className={styles.facts}>
          <div>
            <dt>{t("patient.ssn")}</dt>
            <dd>
              {patient.ssn} <CopySsn ssn={patient.ssn ?? ""} />
            </dd>
          </div>
          <div>
            <dt>{t("patient.consent")}</dt>
            <dd>
              <StatusTag tone={tone}>{t(state)}</StatusTag>
            </dd>
          </div>
        </dl>
      </Card>
      <PatientMessage patient={patient} />
      <PatientTasks mayBeGiven={mayBeGiven} patientId={patientId} />
      <PatientSurveys mayBeGiven={mayBeGiven} patientId={patientId} />
      <PatientContents mayBeGiven={mayBeGiven} patientId={patientId} />
      <PatientPaths mayBeGiven={mayBeGiven} patientId={patientId} />
      <PatientAppointments patientId={patientId} />
      <PatientRecommendations patientId={patientId} />
      <PatientConsultation patientId={patientId} />
      <PatientConversations patientId={patientId} />
      <PatientDetails patientId={patientId} />
      <Row>
        <Button kind="secondary" onPress={onNext}>
          <Search aria-hidden="true" size={18} /> {t("patient.next")}
        </Button>
        <LinkButton kind="secondary" search={{ patient: patientId }} to="/appointments/new">
          <CalendarPlus aria-hidden="true" size={18} /> {t("newAppointment.forPatient")}
        </LinkButton>
        <LinkButton kind="quiet" search={{ patient: patientId }} to="/appointments">
          {t("calendar.withPatient")}
        </LinkButton>
        <LinkButton kind="quiet" to="/inbox">
          {t("patient.toTasks")}
        </LinkButton>
      </Row>
    </>
  );
}

function CopySsn({ ssn }: { readonly ssn: string }) {
  const t = useText();
  const copy = useCopy();
  const told = { copied: t("patient.copied"), notCopied: t("patient.notCopied") };
  return (
    <Button kind="quiet" onPress={() => void copy(ssn, told)} small>
      <Copy aria-hidden="true" size={16} /> {t("patient.copy")}
    </Button>
  );
}
