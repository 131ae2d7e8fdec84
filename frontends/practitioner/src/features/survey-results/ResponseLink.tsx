import { Link } from "@tanstack/react-router";
import type { WhichAnswers } from "./api";

interface ResponseLinkProps {
  readonly which: WhichAnswers;
  readonly responseId: string;
  /** It is what one looks at. */
  readonly isOpen: boolean;
  readonly children: string;
}

/** To another answer of the same patient to the same survey. */
export function ResponseLink({ which, responseId, isOpen, children }: ResponseLinkProps) {
  const { patientId, surveyId, activeConversationId } = which;
  return (
    <Link
      aria-current={isOpen ? "page" : undefined}
      params={{ patientId, surveyId, responseId }}
      search={{ activeConversationId: activeConversationId || undefined }}
      to="/surveys/$patientId/responses/$surveyId/$responseId"
    >
      {children}
    </Link>
  );
}
