import { useText } from "@kajo/shared/i18n";
import { Banner, Bullets } from "@kajo/shared/ui";
import { useFollowed } from "./use-followed";
import { useStateText } from "./use-state-text";
import { useStepText } from "./use-step-text";

const told = {
  waiting: ["patientPath.outcome.late", "info"],
  nothing: ["patientPath.outcome.nothing", "info"],
  done: ["patientPath.outcome.done", "success"],
  partly: ["patientPath.outcome.partly", "warning"],
  failed: ["patientPath.outcome.failed", "danger"],
} as const;

interface ActivatedPathProps {
  readonly patientId: string;
  readonly executionId: string;
}

/** What has become of a path that was activated here: all that is done at once, or which steps were not done and why. */
export function ActivatedPath({ patientId, executionId }: ActivatedPathProps) {
  const t = useText();
  const { does } = useStepText();
  const { failure } = useStateText();
  const { outcome, isFollowed } = useFollowed(patientId, executionId);
  if (isFollowed) return <p>{t("patientPath.outcome.waiting")}</p>;
  if (outcome.kind === "ended") return null;
  const [text, tone] = told[outcome.kind];
  return (
    <Banner tone={tone}>
      <p>{t(text)}</p>
      {outcome.failed.length > 0 ? (
        <Bullets
          items={outcome.failed.map((step) => [
            step.stepId ?? "",
            <span key={step.stepId}>
              <span>{does(step)}</span> <span>{failure(step.code)}</span>
            </span>,
          ])}
        />
      ) : null}
    </Banner>
  );
}
