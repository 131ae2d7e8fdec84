import { useText } from "@kajo/shared/i18n";
import type { PathProblemJson } from "@kajo/shared/rpc";
import type { PathKind } from "../editors";
import { useProblemText } from "../problems/use-problem-text";
import { ActionFields } from "./ActionFields";
import styles from "./Build.module.css";
import { ConditionFields } from "./ConditionFields";
import { DelayFields } from "./DelayFields";
import { fieldsOfStep } from "./fields-of-step";
import { conditionsAt, isTimed } from "./kinds";
import type { Placed } from "./outline";
import type { Patch, PathStepJson } from "./types";

interface StepFieldsProps {
  readonly kind: PathKind;
  readonly placed: Placed;
  readonly problems: readonly PathProblemJson[];
  /** `name`: into which field something was typed. */
  readonly onChange: (patch: Patch<PathStepJson>, name?: string) => void;
}

/**
 * A step's condition, its delay and its action; in a line every condition is the same. What counts from an appointment has a span in place of a
 * delay.
 */
export function StepFields({ kind, placed, problems, onChange }: StepFieldsProps) {
  const t = useText();
  const problemText = useProblemText(kind);
  const { stepId = "", condition, delay, action } = placed.step;
  const field = fieldsOfStep(stepId, problems, problemText);
  const isFirst = placed.index === 0;
  const isLine = kind === "PATH_KIND_EVENTS";
  const wrong = field("").error;
  return (
    <div className={styles.fields}>
      {wrong ? <p className={styles.error}>{wrong}</p> : null}
      {isLine ? null : (
        <>
          <h4>{t("pathEditor.condition")}</h4>
          <ConditionFields
            condition={condition}
            field={field}
            kinds={conditionsAt(isFirst, condition?.kind)}
            onChange={(next, name) => onChange({ condition: next }, name)}
          />
        </>
      )}
      {isTimed(condition?.kind) && !isLine ? null : (
        <DelayFields
          {...field("delay")}
          hint={t(isLine ? "pathEditor.line.delay.hint" : "pathEditor.delay.hint")}
          onChange={(next, name) => onChange({ delay: next }, name)}
          value={delay}
        />
      )}
      {isLine ? null : <h4>{t("pathEditor.action")}</h4>}
      <ActionFields
        action={action}
        field={field}
        isFirst={isFirst}
        onChange={(next, name) => onChange({ action: next }, name)}
      />
    </div>
  );
}
