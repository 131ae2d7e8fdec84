import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { Button } from "@kajo/shared/ui";
import { QuestionFields } from "../../conversation/consultation/QuestionFields";
import { usePatientQuestion } from "./use-patient-question";

interface AskAboutPatientProps {
  readonly patientId: string;
  readonly onClose: () => void;
}

/** The question, in the place of the button that was pressed for it. */
export function AskAboutPatient({ patientId, onClose }: AskAboutPatientProps) {
  const t = useText();
  const { question, fields, failure, ask } = usePatientQuestion(patientId);
  return (
    <Form
      actions={
        <Button kind="secondary" onPress={onClose}>
          {t("patient.message.later")}
        </Button>
      }
      failure={failure}
      fields={fields}
      onSubmit={ask}
      others={question.unsent ? [question.unsent] : []}
      problems={question.problems}
      submit={t("action.consultation")}
    >
      {(field) => <QuestionFields field={field} question={question} withTopic />}
    </Form>
  );
}
