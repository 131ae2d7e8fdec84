import { asFailure, LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { PatientJson } from "@kajo/shared/rpc";
import { Banner, Spinner } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useGetPatientQuery } from "../patient/api";
import { PatientSearch } from "../patient/PatientSearch";

/** What every wizard about a patient is given. */
export interface AboutPatient {
  readonly patientId: string | undefined;
  readonly onPatient: (patientId: string) => void;
}

/** The first step: the search, until somebody is found on a confirmed right. */
export function PatientChoice({ onPatient, isLost }: Pick<AboutPatient, "onPatient"> & { readonly isLost: boolean }) {
  const t = useText();
  return (
    <>
      {isLost ? (
        <Banner announce="polite" tone="info">
          {t("patient.notOpened")}
        </Banner>
      ) : null}
      <PatientSearch isNext={false} onFound={onPatient} />
    </>
  );
}

interface OpenedPatientProps {
  readonly patientId: string;
  /** Whom this session has not opened is looked up as always. */
  readonly lost: ReactNode;
  readonly children: (patient: PatientJson) => ReactNode;
}

export function OpenedPatient({ patientId, lost, children }: OpenedPatientProps) {
  const { data, error, refetch } = useGetPatientQuery({ patientId });
  if (error && asFailure(error).reason === "not_found") return lost;
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return data?.patient ? children(data.patient) : <Spinner />;
}

export const nameOf = ({ firstName = "", lastName = "" }: PatientJson) => `${firstName} ${lastName}`.trim();
