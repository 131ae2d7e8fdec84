import { useEdit } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { type PatientJson, useIntent } from "@kajo/shared/rpc";
import { Button, TextField, useToast } from "@kajo/shared/ui";
import { RestoredDraftNotice } from "../../editing/RestoredDraftNotice";
import { useOverNewer } from "../../editing/use-over-newer";
import { useGetPatientQuery } from "../api";
import { useSavePatientInfoMutation } from "./api";
import { editName } from "./edit-name";
import { InfoFields, infoOf, useInfoLabels, useInfoProblems } from "./InfoFields";

interface EditInfoProps {
  readonly patient: PatientJson;
  readonly onDone: () => void;
}

/** The basic info as a form; the personal identity code is shown and stays (PRO-07). */
export function EditInfo({ patient, onDone }: EditInfoProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const problems = useInfoProblems();
  const fields = useInfoLabels();
  const { patientId = "" } = patient;
  const now = { current: infoOf(patient.info), version: patient.version ?? "0" };
  const edit = useEdit(editName(patientId), now.current, now.version);
  const [save, { error, reset }] = useSavePatientInfoMutation();
  const { refetch } = useGetPatientQuery({ patientId });
  const guard = useUnsavedGuard(edit.isDirty, { names: ["patient"], onLeave: edit.forget });
  const help = useOverNewer(edit, now, error, reset);
  const submit = async () => {
    const request = { patientId, info: edit.value, version: edit.version };
    const answer = await save({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) return;
    intent.settle();
    edit.forget();
    guard.release();
    // What stood there before is not shown beside the word that it was saved.
    await refetch();
    toast("success", t("patient.info.saved"));
    onDone();
  };
  const cancel = () => {
    edit.forget();
    onDone();
  };
  return (
    <>
      <RestoredDraftNotice edit={edit} />
      <Form
        actions={
          <Button kind="secondary" onPress={cancel}>
            {t("ui.cancel")}
          </Button>
        }
        failure={error}
        failureHelp={help}
        fields={fields}
        onSubmit={submit}
        problems={problems(edit.value)}
        submit={t("patient.info.save")}
      >
        {(field) => (
          <>
            <TextField
              hint={t("patient.ssn.kept")}
              isReadOnly
              label={t("patient.ssn")}
              onChange={() => {}}
              value={patient.ssn ?? ""}
            />
            <InfoFields
              change={(part) => {
                edit.change(part);
                // What the server said was said of what stood there.
                reset();
              }}
              field={field}
              info={edit.value}
              nonDisclosure={patient.nonDisclosure === true}
            />
          </>
        )}
      </Form>
      <UnsavedDialog guard={guard} />
    </>
  );
}
