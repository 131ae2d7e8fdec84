import { useText } from "@kajo/shared/i18n";
import { Wizard } from "@kajo/shared/patterns";
import type { PatientJson } from "@kajo/shared/rpc";
import { QuestionFields } from "../conversation/consultation/QuestionFields";
import { usePatientQuestion } from "../patient/consultation/use-patient-question";
import { type AboutPatient, nameOf, OpenedPatient, PatientChoice } from "./PatientStep";

/** A consultation in two steps: the patient; the group with the question and its files (CON-09). */
export function ConsultationWizard({ patientId, onPatient }: AboutPatient) {
  if (patientId === undefined) return <WithoutPatient isLost={false} onPatient={onPatient} />;
  return (
    <OpenedPatient lost={<WithoutPatient isLost onPatient={onPatient} />} patientId={patientId}>
      {(patient) => <Asked onPatient={onPatient} patient={patient} patientId={patientId} />}
    </OpenedPatient>
  );
}

function useTitles() {
  const t = useText();
  return { patient: t("compose.patient"), question: t("compose.question") };
}

function WithoutPatient({ onPatient, isLost }: Pick<AboutPatient, "onPatient"> & { readonly isLost: boolean }) {
  const t = useText();
  const titles = useTitles();
  return (
    <Wizard
      current="patient"
      fields={{ ssn: t("patient.ssn") }}
      finish={t("action.consultation")}
      onFinish={() => undefined}
      onStep={() => undefined}
      problems={{ ssn: t("compose.patient.none") }}
      steps={[
        {
          id: "patient",
          title: titles.patient,
          fields: ["ssn"],
          content: null,
          below: <PatientChoice isLost={isLost} onPatient={onPatient} />,
        },
        { id: "question", title: titles.question, content: null },
      ]}
    />
  );
}

interface AskedProps extends Pick<AboutPatient, "onPatient"> {
  readonly patient: PatientJson;
  readonly patientId: string;
}

function Asked({ patient, patientId, onPatient }: AskedProps) {
  const t = useText();
  const titles = useTitles();
  const { question, fields, failure, ask } = usePatientQuestion(patientId);
  return (
    <Wizard
      current="question"
      failure={failure}
      fields={{ ...fields, attachment_ids: t("compose.files") }}
      finish={t("action.consultation")}
      onFinish={ask}
      onStep={() => onPatient("")}
      problems={{ ...question.problems, attachment_ids: question.unsent }}
      steps={[
        { id: "patient", title: titles.patient, content: null },
        {
          id: "question",
          title: titles.question,
          fields: ["subcategory_id", "topic", "text", "attachment_ids"],
          content: (field) => (
            <>
              <p>{t("compose.about", { name: nameOf(patient) })}</p>
              <QuestionFields field={field} question={question} withTopic />
            </>
          ),
        },
      ]}
    />
  );
}
