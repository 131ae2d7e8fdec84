import { hasEdit } from "@kajo/shared/drafts";
import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type PatientJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, Card, Row, Stack, useToast } from "@kajo/shared/ui";
import { ExternalLink, Pencil, RefreshCw } from "lucide-react";
import type { RefObject } from "react";
import { PatientAccessLog } from "../../access-log/PatientAccessLog";
import { InPlace } from "../../editing/InPlace";
import { useInPlace } from "../../editing/use-in-place";
import { useAreaNames } from "../../service-areas/use-area-names";
import { useGetPatientQuery } from "../api";
import { useRefreshPatientMutation } from "./api";
import { CareTeam } from "./CareTeam";
import { EditInfo } from "./EditInfo";
import { editName } from "./edit-name";
import styles from "./PatientDetails.module.css";

/** What is kept of a patient who was opened in this session, and what can be done with it (PRO-07). */
export function PatientDetails({ patientId }: { readonly patientId: string }) {
  const { data } = useGetPatientQuery({ patientId });
  // Whether there is such a patient here is told above.
  if (!data?.patient) return null;
  return (
    <Stack gap="l">
      <BasicInfo patient={data.patient} />
      {data.patient.nonDisclosure ? null : <CareTeam patient={data.patient} />}
      <PatientAccessLog name={`${data.patient.firstName} ${data.patient.lastName}`.trim()} patientId={patientId} />
    </Stack>
  );
}

function BasicInfo({ patient }: { readonly patient: PatientJson }) {
  const t = useText();
  const { isOpen, open, close, button } = useInPlace(hasEdit(editName(patient.patientId ?? "")));
  return (
    <Card>
      <h3>{t("patient.info")}</h3>
      {isOpen ? (
        <InPlace>
          <EditInfo onDone={close} patient={patient} />
        </InPlace>
      ) : (
        <>
          <Facts patient={patient} />
          <Actions edit={button} onEdit={open} patient={patient} />
        </>
      )}
    </Card>
  );
}

function Facts({ patient }: { readonly patient: PatientJson }) {
  const t = useText();
  const areaName = useAreaNames();
  const { officialName, info, nonDisclosure } = patient;
  const names = [
    [t("patient.officialName"), officialName],
    [t("patient.usualName"), info?.usualName],
  ] as const;
  const contact = [
    [t("patient.phone"), info?.phone],
    [t("patient.email"), info?.email],
    [t("patient.address"), info?.address],
    // Null: it is told, and what it is called is still on its way.
    [t("patient.area"), info?.serviceAreaId ? areaName(info.serviceAreaId) || null : ""],
  ] as const;
  // Of somebody under non-disclosure nothing of these is told: not that they are unknown either.
  const facts = nonDisclosure ? names : [...names, ...contact];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-unknown={value === "" || value === undefined || undefined}>
            {value === null ? null : value || t("patient.unknown")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionsProps {
  readonly patient: PatientJson;
  readonly edit: RefObject<HTMLButtonElement | null>;
  readonly onEdit: () => void;
}

function Actions({ patient, edit, onEdit }: ActionsProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [refresh, { error, isLoading }] = useRefreshPatientMutation();
  const { refetch } = useGetPatientQuery({ patientId: patient.patientId ?? "" });
  const fetchAnew = async () => {
    const request = { patientId: patient.patientId ?? "" };
    const answer = await refresh({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) return;
    intent.settle();
    // Not told before it can be seen.
    await refetch();
    toast("success", t("patient.info.refreshed"));
  };
  return (
    <>
      {error ? (
        <Banner announce="alert" tone="danger">
          {failureLine(asFailure(error))}
        </Banner>
      ) : null}
      <Row>
        <Button kind="secondary" onPress={onEdit} ref={edit}>
          <Pencil aria-hidden="true" size={18} /> {t("patient.info.edit")}
        </Button>
        <Button isPending={isLoading} kind="secondary" onPress={() => void fetchAnew()}>
          <RefreshCw aria-hidden="true" size={18} /> {t("patient.info.refresh")}
        </Button>
        {patient.recordUrl ? (
          <a className={styles.record} href={patient.recordUrl} rel="noopener noreferrer" target="_blank">
            <ExternalLink aria-hidden="true" size={18} /> {t("patient.record.open")}
          </a>
        ) : null}
      </Row>
    </>
  );
}
