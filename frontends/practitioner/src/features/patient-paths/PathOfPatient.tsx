import { dateTimeText, Localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ConditionKindJson, EndReasonJson, ExecutionStateJson, PathExecutionJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { EndPath } from "./EndPath";
import { PathStep } from "./PathStep";
import styles from "./PatientPaths.module.css";
import { textsOf } from "./texts";

const states = {
  EXECUTION_STATE_UNSPECIFIED: ["patientPath.state.unknown", "neutral"],
  EXECUTION_STATE_ACTIVE: ["patientPath.state.active", "info"],
  EXECUTION_STATE_COMPLETED: ["patientPath.state.completed", "success"],
  EXECUTION_STATE_ENDED: ["patientPath.state.ended", "neutral"],
} as const satisfies Record<ExecutionStateJson, readonly [string, string]>;

/** It is over. */
const past: readonly unknown[] = ["EXECUTION_STATE_COMPLETED", "EXECUTION_STATE_ENDED"];

/** With what it began, where no professional is named. */
const beginnings: Readonly<
  Partial<Record<ConditionKindJson, "patientPath.began.booked" | "patientPath.began.system">>
> = {
  CONDITION_KIND_BOOKED: "patientPath.began.booked",
  CONDITION_KIND_BOOKED_INTEGRATION: "patientPath.began.system",
};

const ends = {
  END_REASON_UNSPECIFIED: "patientPath.over.unknown",
  END_REASON_BY_HAND: "patientPath.over.byHand",
  END_REASON_APPOINTMENT_CANCELLED: "patientPath.over.cancelled",
  END_REASON_PATH_ENDED: "patientPath.over.pathEnded",
  END_REASON_ACCOUNT_DELETED: "patientPath.over.accountDeleted",
} as const satisfies Record<EndReasonJson, string>;

interface PathOfPatientProps {
  readonly execution: PathExecutionJson;
}

/** A path of a patient: since when and by what, its steps, and how it ended. */
export function PathOfPatient({ execution }: PathOfPatientProps) {
  const t = useText();
  const language = useLanguage();
  const { pathExecutionId, nextAt, steps = [] } = execution;
  const [state, tone] = states[execution.state ?? "EXECUTION_STATE_UNSPECIFIED"] ?? states.EXECUTION_STATE_UNSPECIFIED;
  const began = useBeganText(execution);
  const over = useOverText(execution);
  const runs = !past.includes(execution.state);
  return (
    <div className={styles.path} data-row={pathExecutionId}>
      <div className={styles.head}>
        <span className={styles.title}>
          <Localized text={textsOf(execution.name)} />
        </span>
        <StatusTag tone={tone}>{t(state)}</StatusTag>
      </div>
      {began ? <p className={styles.line}>{began}</p> : null}
      {over ? <p>{over}</p> : null}
      {runs && nextAt ? <p>{t("patientPath.next", { when: dateTimeText(language, new Date(nextAt)) })}</p> : null}
      <ol aria-label={t("patientPath.steps")} className={styles.steps}>
        {steps.map((step) => (
          <PathStep key={step.stepId} runs={runs} step={step} />
        ))}
      </ol>
      {execution.mayEnd ? <EndPath execution={execution} /> : null}
    </div>
  );
}

function useBeganText({ startedAt, startedBy, startedByName: name }: PathExecutionJson): string {
  const t = useText();
  const language = useLanguage();
  if (!startedAt) return "";
  const when = dateTimeText(language, new Date(startedAt));
  if (name) return t("patientPath.began.by", { when, name });
  return t(beginnings[startedBy ?? "CONDITION_KIND_UNSPECIFIED"] ?? "patientPath.began", { when });
}

/** When and why it came to its end; of one that runs nothing. */
function useOverText({ state, overAt, endReason, endedByName: name }: PathExecutionJson): string {
  const t = useText();
  const language = useLanguage();
  if (!overAt) return "";
  const when = dateTimeText(language, new Date(overAt));
  if (state === "EXECUTION_STATE_COMPLETED") return t("patientPath.over.completed", { when });
  if (endReason === "END_REASON_BY_HAND" && name) return t("patientPath.over.by", { when, name });
  return t(ends[endReason ?? "END_REASON_UNSPECIFIED"] ?? ends.END_REASON_UNSPECIFIED, { when });
}
