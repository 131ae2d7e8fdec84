import { useText } from "@kajo/shared/i18n";
import type { GetSurveyResponseResponseJson } from "@kajo/shared/rpc";
import { LinkButton, Row } from "@kajo/shared/ui";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { WhichAnswers } from "./api";

interface NeighboursProps {
  readonly which: WhichAnswers;
  readonly result: GetSurveyResponseResponseJson;
}

/** To what was answered before and after. */
export function Neighbours({ which, result }: NeighboursProps) {
  const t = useText();
  const { previousSurveyResponseId: previous, nextSurveyResponseId: next } = result;
  const { patientId, surveyId, activeConversationId } = which;
  if (!previous && !next) return null;
  const to = (responseId: string) => ({
    to: "/surveys/$patientId/responses/$surveyId/$responseId" as const,
    params: { patientId, surveyId, responseId },
    search: { activeConversationId: activeConversationId || undefined },
  });
  return (
    <nav aria-label={t("surveyResult.neighbours")}>
      <Row>
        {previous ? (
          <LinkButton {...to(previous)} kind="secondary">
            <ChevronLeft aria-hidden="true" size={18} />
            {t("surveyResult.previous")}
          </LinkButton>
        ) : null}
        {next ? (
          <LinkButton {...to(next)} kind="secondary">
            {t("surveyResult.next")}
            <ChevronRight aria-hidden="true" size={18} />
          </LinkButton>
        ) : null}
      </Row>
    </nav>
  );
}
