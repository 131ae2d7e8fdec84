import { useText } from "@kajo/shared/i18n";
import { useNavigate } from "@tanstack/react-router";
import { useRequestPatientConsultationMutation } from "../../conversation/api";
import { useQuestion } from "../../conversation/consultation/use-question";
import { useFormAction } from "../../conversation/use-action";

const nobody = () => undefined;

/** A question about a patient; asked, it stands among one's own tasks. */
export function usePatientQuestion(patientId: string) {
  const t = useText();
  const navigate = useNavigate();
  const [send] = useRequestPatientConsultationMutation();
  const question = useQuestion(patientId);
  const { act, failure } = useFormAction(send, nobody);
  return {
    question,
    failure,
    fields: {
      subcategory_id: t("action.consultation.to"),
      topic: t("patient.message.topic"),
      text: t("action.consultation.question"),
    },
    ask: async () => {
      const { asked, topic } = question;
      const isAsked = await act({ patientId, topic, ...asked }, t("action.consultation.done"));
      if (!isAsked) return;
      question.forget();
      await navigate({ to: "/inbox", search: { tab: "own" } });
    },
  };
}
