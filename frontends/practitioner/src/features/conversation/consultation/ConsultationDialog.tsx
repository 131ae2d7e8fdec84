import { useLanguage, useText } from "@kajo/shared/i18n";
import { useRequestConsultationMutation } from "../api";
import { calledIn } from "../Called";
import { ChoiceDialog, type ChoiceDialogProps, namesIn } from "../ChoiceDialogs";
import { useFormAction } from "../use-action";
import { QuestionFields } from "./QuestionFields";
import { useQuestion } from "./use-question";

/** The second step of a consultation: the patient is the one of the conversation (CON-09). */
export function ConsultationDialog({ conversation, onClose }: ChoiceDialogProps) {
  const t = useText();
  const language = useLanguage();
  const { act, failure } = useFormAction(useRequestConsultationMutation()[0], namesIn(conversation));
  const conversationId = conversation.conversationId ?? "";
  const question = useQuestion(conversationId);
  const ask = async () => {
    const isAsked = await act({ conversationId, ...question.asked }, t("action.consultation.done"));
    if (isAsked) question.forget();
    return isAsked;
  };
  const { subcategory_id, text } = question.problems;
  return (
    <ChoiceDialog
      failure={failure}
      fields={{
        subcategory_id: t("action.consultation.to"),
        topic: t("patient.message.topic"),
        text: t("action.consultation.question"),
      }}
      onClose={onClose}
      onSend={ask}
      others={question.unsent ? [question.unsent] : []}
      problems={{ subcategory_id, text }}
      title={t("action.consultation")}
    >
      {(field) => (
        <>
          <p>
            {t("action.consultation.text", {
              topic: calledIn(language, conversation),
              name: conversation.residentName ?? "",
            })}
          </p>
          <QuestionFields field={field} question={question} withTopic={false} />
        </>
      )}
    </ChoiceDialog>
  );
}
