import { PartBoundary } from "@kajo/shared/errors";
import type { ChatCustomerJson } from "@kajo/shared/rpc";
import { Spinner } from "@kajo/shared/ui";
import { lazy, Suspense } from "react";

const AssessmentPart = lazy(async () => ({ default: (await import("./AssessmentPart")).AssessmentPart }));

interface CustomerAssessmentProps {
  readonly chatId: string;
  /** undefined: nothing is known of them, not yet or no more. */
  readonly customer: ChatCustomerJson | undefined;
}

/** What a customer has assessed of their symptoms (CHA-09); nothing where they were asked nothing. */
export function CustomerAssessment({ chatId, customer }: CustomerAssessmentProps) {
  if (!customer?.assessed) return null;
  return (
    <PartBoundary of={chatId}>
      <Suspense fallback={<Spinner />}>
        <AssessmentPart chatId={chatId} />
      </Suspense>
    </PartBoundary>
  );
}
