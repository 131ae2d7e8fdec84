import { useText } from "@kajo/shared/i18n";
import { Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { type PatientJson, useIntent } from "@kajo/shared/rpc";
import { Button, TextField, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useGetPatientQuery } from "../api";
import { useSavePatientInfoMutation } from "./api";
import { InfoFields, infoOf, useInfoLabels, useInfoProblems } from "./InfoFields";

interface EditInfoProps {
  /** As it was when editing began: what is saved is held against that. */
  readonly patient: PatientJson;
  readonly onDone: () => void;
}

/** The basic info as a form; the personal identity code is shown and stays (spec section 5, SSN). */
export function EditInfo({ patient, onDone }: EditInfoProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const problems = useInfoProblems();
  const fields = useInfoLabels();
  const [seen] = useState(patient);
  const [info, setInfo] = useState(() => infoOf(seen.info));
  const [save, { error, reset }] = useSavePatientInfoMutation();
  const { refetch } = useGetPatientQuery({ patientId: seen.patientId ?? "" });
  const guard = useUnsavedGuard(JSON.stringify(info) !== JSON.stringify(infoOf(seen.info)), { names: "patient" });
  const submit = async () => {
    const request = { patientId: seen.patientId ?? "", info, version: seen.version ?? "0" };
    const answer = await save({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) return;
    intent.settle();
    guard.release();
    // What stood there before is not shown beside the word that it was saved.
    await refetch();
    toast("success", t("patient.info.saved"));
    onDone();
  };
  return (
    <>
      <Form
        actions={
          <Button kind="secondary" onPress={onDone}>
            {t("ui.cancel")}
          </Button>
        }
        failure={error}
        fields={fields}
        onSubmit={submit}
        problems={problems(info)}
        submit={t("patient.info.save")}
      >
        {(field) => (
          <>
            <TextField
              hint={t("patient.ssn.kept")}
              isReadOnly
              label={t("patient.ssn")}
              onChange={() => {}}
              value={seen.ssn ?? ""}
            />
            <InfoFields
              change={(part) => {
                setInfo((before) => ({ ...before, ...part }));
                // What the server said was said of what stood there.
                reset();
              }}
              field={field}
              info={info}
            />
          </>
        )}
      </Form>
      <UnsavedDialog guard={guard} />
    </>
  );
}
