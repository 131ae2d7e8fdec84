import { useText } from "@kajo/shared/i18n";
import type { ExecutionStepJson, StepStateJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Hourglass,
  Loader,
  type LucideIcon,
} from "lucide-react";
import styles from "./PatientPaths.module.css";
import { useStateText } from "./use-state-text";
import { useStepText } from "./use-step-text";

const icons = {
  STEP_STATE_UNSPECIFIED: CircleQuestionMark,
  STEP_STATE_IDLE: CircleDashed,
  STEP_STATE_AWAITED: Hourglass,
  STEP_STATE_PLANNED: CalendarClock,
  STEP_STATE_UNDER_WAY: Loader,
  STEP_STATE_DONE: CircleCheck,
  STEP_STATE_LEFT_OUT: CircleSlash,
  STEP_STATE_FAILED: CircleX,
} as const satisfies Record<StepStateJson, LucideIcon>;

/** Its turn has come, and it is not over. */
const active: readonly unknown[] = ["STEP_STATE_AWAITED", "STEP_STATE_PLANNED", "STEP_STATE_UNDER_WAY"];

/** It is not over, and when the path is, it never will be. */
const open: readonly unknown[] = ["STEP_STATE_IDLE", ...active];

interface PathStepProps {
  readonly step: ExecutionStepJson;
  /** The path runs: where it stands is marked. */
  readonly runs: boolean;
}

/** A step of a patient's path: what it does, how it stands, and why. */
export function PathStep({ step, runs }: PathStepProps) {
  const t = useText();
  const { does } = useStepText();
  const text = useStateText();
  const { state = "STEP_STATE_UNSPECIFIED", times = 0 } = step;
  const isUndone = !runs && open.includes(state);
  const Icon = isUndone ? CircleSlash : (icons[state] ?? icons.STEP_STATE_UNSPECIFIED);
  const isActive = runs && active.includes(state);
  const because = text.because(step.because);
  return (
    <li aria-current={isActive ? "step" : undefined} className={styles.step}>
      <p>{does(step)}</p>
      <p className={styles.state} data-state={state}>
        <Icon aria-hidden="true" size={16} />
        <span>{isUndone ? t("patientPath.step.undone") : text.state(step)}</span>
        {isActive ? <StatusTag tone="info">{t("patientPath.activeStep")}</StatusTag> : null}
      </p>
      {state === "STEP_STATE_FAILED" ? <p className={styles.line}>{text.failure(step.code)}</p> : null}
      {because ? <p className={styles.line}>{because}</p> : null}
      {step.action === "ACTION_KIND_REPEAT_PREVIOUS" && times > 0 ? (
        <p className={styles.line}>{t("patientPath.runs", { runs: step.runs ?? 0, times })}</p>
      ) : null}
    </li>
  );
}
