import { useText } from "@kajo/shared/i18n";
import { LinkButton } from "@kajo/shared/ui";
import type { WhichAnswers } from "./api";

/** To the conversation from which the answers were opened, or to the patient's page. */
export function WayBack({ activeConversationId, patientId }: WhichAnswers) {
  const t = useText();
  return activeConversationId ? (
    <LinkButton kind="secondary" search={{ conversation: activeConversationId }} to="/inbox">
      {t("surveyResult.toConversation")}
    </LinkButton>
  ) : (
    <LinkButton kind="secondary" search={{ patient: patientId }} to="/patient">
      {t("surveyResult.toPatient")}
    </LinkButton>
  );
}
