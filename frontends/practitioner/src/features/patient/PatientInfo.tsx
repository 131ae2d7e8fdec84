import { asFailure, PageFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { PatientStateJson } from "@kajo/shared/rpc";
import { Banner, Button, Card, Row, Spinner, StatusTag, useToast } from "@kajo/shared/ui";
import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { useGetPatientQuery } from "./api";
import styles from "./Patient.module.css";

const states = {
  PATIENT_STATE_UNSPECIFIED: ["patient.state.noConsent", "warning"],
  PATIENT_STATE_CONSENT_GIVEN: ["patient.state.consentGiven", "success"],
  PATIENT_STATE_NO_CONSENT: ["patient.state.noConsent", "warning"],
  PATIENT_STATE_MANUALLY_ADDED: ["patient.state.manuallyAdded", "warning"],
} as const satisfies Record<PatientStateJson, readonly [string, string]>;

/** The basic info of a patient who was opened in this session. */
export function PatientInfo({ patientId }: { readonly patientId: string }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useGetPatientQuery({ patientId });
  const patient = data?.patient;
  const known = patient !== undefined;
  useEffect(() => {
    if (known) heading.current?.focus();
  }, [known]);
  if (error && asFailure(error).reason === "not_found") return <Banner tone="info">{t("patient.notOpened")}</Banner>;
  if (error) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!patient) return <Spinner />;
  const [state, tone] = states[patient.state ?? "PATIENT_STATE_UNSPECIFIED"];
  return (
    <Card>
      <Row>
        <h2 className={styles.name} ref={heading} tabIndex={-1}>
          {patient.firstName} {patient.lastName}
        </h2>
        <StatusTag tone={tone}>{t(state)}</StatusTag>
      </Row>
      <dl className={styles.facts}>
        <dt>{t("patient.ssn")}</dt>
        <dd>
          {patient.ssn} <CopySsn ssn={patient.ssn ?? ""} />
        </dd>
      </dl>
      {patient.state === "PATIENT_STATE_CONSENT_GIVEN" ? null : (
        <Banner tone="warning">{t("patient.restricted")}</Banner>
      )}
    </Card>
  );
}

function CopySsn({ ssn }: { readonly ssn: string }) {
  const t = useText();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(ssn);
      toast("success", t("patient.copied"));
    } catch {
      toast("danger", t("patient.notCopied"));
    }
  };
  return (
    <Button kind="quiet" onPress={() => void copy()} small>
      <Copy aria-hidden="true" size={16} /> {t("patient.copy")}
    </Button>
  );
}
