import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, LinkButton } from "@kajo/shared/ui";

export interface JoinFailureProps {
  readonly chatQueueId: string;
  /** Of joining it. */
  readonly error: unknown;
}

const toAssess: readonly (string | undefined)[] = ["assessment_required", "assessment_expired"];

/** Why a line could not be joined; where symptoms are assessed first, with the way to that. */
export function JoinFailure({ chatQueueId, error }: JoinFailureProps) {
  const t = useText();
  const failureLine = useFailureLine();
  return (
    <Banner
      action={
        toAssess.includes(asFailure(error).reason) ? (
          <LinkButton kind="secondary" params={{ chatQueueId }} to="/triage/$chatQueueId">
            {t("chat.assess.way")}
          </LinkButton>
        ) : null
      }
      announce="alert"
      tone="danger"
    >
      {failureLine(error)}
    </Banner>
  );
}
