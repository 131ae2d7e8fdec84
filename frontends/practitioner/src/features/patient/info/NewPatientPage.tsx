import { useEdit } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { GroundJson } from "@kajo/shared/rpc";
import { Card, LinkButton, PageHeading, Stack, TextField } from "@kajo/shared/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { RestoredDraftNotice } from "../../editing/RestoredDraftNotice";
import { GroundDialog } from "../../ground/GroundDialog";
import { isSsn } from "../ssn";
import { useAddPatientMutation } from "./api";
import { InfoFields, infoOf, useInfoLabels, useInfoProblems } from "./InfoFields";
import styles from "./PatientDetails.module.css";

const untouched = infoOf(undefined);

/** Adds somebody who is no patient yet; the right is confirmed before anything is sent (PRO-06). */
export function NewPatientPage() {
  const t = useText();
  const navigate = useNavigate();
  const labels = useInfoLabels();
  const problems = useInfoProblems();
  const edit = useEdit("patient.new", untouched, "0");
  const info = edit.value;
  // Not kept with the rest: a code is left in no browser, and is typed anew after another sign-in.
  const [ssn, setSsn] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [add, { error, isLoading, reset }] = useAddPatientMutation();
  const guard = useUnsavedGuard(edit.isDirty || ssn !== "", { onLeave: edit.forget });
  const confirm = async (ground: GroundJson) => {
    const answer = await add({ ssn: ssn.trim(), ground, info });
    setAsking(false);
    if (!answer.data?.patientId) return;
    edit.forget();
    guard.release();
    await navigate({ to: "/patient", search: { patient: answer.data.patientId } });
  };
  const wrongSsn = isSsn(ssn) ? undefined : t(ssn.trim() ? "error.reason.ssn_malformed" : "field.required");
  return (
    <Stack gap="l">
      <PageHeading lead={t("patient.new.text")} over={<Link to="/patient">{t("patient.title")}</Link>}>
        {t("patient.new")}
      </PageHeading>
      <div className={styles.sheet}>
        <RestoredDraftNotice edit={edit} />
        <Card>
          <Form
            actions={
              <LinkButton kind="secondary" to="/patient">
                {t("ui.cancel")}
              </LinkButton>
            }
            failure={error}
            fields={{ ssn: t("patient.ssn"), ...labels }}
            isPending={isLoading}
            onSubmit={() => setAsking(true)}
            problems={{ ssn: wrongSsn, ...problems(info) }}
            submit={t("patient.new.add")}
          >
            {(field) => (
              <>
                <TextField
                  {...field("ssn")}
                  hint={t("patient.new.ssn.hint")}
                  onChange={(next) => {
                    setSsn(next);
                    reset();
                  }}
                  value={ssn}
                />
                <InfoFields
                  change={(part) => {
                    edit.change(part);
                    reset();
                  }}
                  field={field}
                  info={info}
                />
              </>
            )}
          </Form>
        </Card>
      </div>
      {isAsking ? (
        <GroundDialog
          confirm={t("patient.new.confirm")}
          isPending={isLoading}
          onClose={() => setAsking(false)}
          onConfirm={(ground) => void confirm(ground)}
        />
      ) : null}
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}
