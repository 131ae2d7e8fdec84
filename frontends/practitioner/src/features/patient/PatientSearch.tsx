import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { GroundJson } from "@kajo/shared/rpc";
import { Banner, Button, Card, TextField } from "@kajo/shared/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { GroundDialog } from "../ground/GroundDialog";
import { useLookUpPatientMutation } from "./api";
import styles from "./Patient.module.css";
import { isSsn } from "./ssn";

export interface PatientSearchProps {
  readonly onFound: (patientId: string) => void;
  /** Asked for on the page: the field takes the focus. */
  readonly isNext: boolean;
}

/** The code first, then the right to look: nobody is looked up before it is confirmed. */
export function PatientSearch({ onFound, isNext }: PatientSearchProps) {
  const t = useText();
  const failureLine = useFailureLine();
  const field = useRef<HTMLInputElement>(null);
  const [ssn, setSsn] = useState("");
  const [error, setError] = useState<string>();
  /** Why nobody was looked up though nothing is wrong with the code. */
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [lookUp, { isLoading }] = useLookUpPatientMutation();
  /** How often it came to nothing: each time the field takes the focus, and an error of it is read with it. */
  const [misses, setMisses] = useState(0);
  useEffect(() => {
    if (!isNext && misses === 0) return;
    // Left for a moment, so that the error is read also to whoever stands in the field.
    field.current?.blur();
    field.current?.focus();
  }, [isNext, misses]);
  const miss = (why: string) => {
    setError(why);
    setMisses((before) => before + 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    setFailure(undefined);
    if (isSsn(ssn)) setAsking(true);
    else miss(t(ssn.trim() ? "error.reason.ssn_malformed" : "field.required"));
  };
  const confirm = async (ground: GroundJson) => {
    const answer = await lookUp({ ssn: ssn.trim(), ground });
    setAsking(false);
    if (answer.data?.patientId) {
      // The code does not stay on a screen that others may see.
      setSsn("");
      return onFound(answer.data.patientId);
    }
    const why = asFailure(answer.error);
    if (why.reason === "patient_not_found") miss(t("error.reason.patient_not_found"));
    else if (why.reason === "ssn_malformed") miss(t("error.reason.ssn_malformed"));
    else {
      setFailure(failureLine(why));
      setMisses((before) => before + 1);
    }
  };
  return (
    <Card>
      <form className={styles.search} noValidate onSubmit={submit}>
        <TextField
          error={error}
          hint={t("patient.ssn.hint")}
          label={t("patient.ssn")}
          name="ssn"
          onChange={(text) => {
            setSsn(text);
            setError(undefined);
            setFailure(undefined);
          }}
          ref={field}
          value={ssn}
        />
        {failure ? (
          <Banner announce="alert" tone="danger">
            {failure}
          </Banner>
        ) : null}
        <Button type="submit">{t("patient.search")}</Button>
      </form>
      {isAsking ? (
        <GroundDialog
          isPending={isLoading}
          onClose={() => setAsking(false)}
          onConfirm={(ground) => void confirm(ground)}
        />
      ) : null}
    </Card>
  );
}
