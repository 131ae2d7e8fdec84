import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../i18n";
import { Button } from "../ui";
import { UnsavedDialog } from "./UnsavedDialog";
import { useUnsavedGuard } from "./use-unsaved-guard";
import styles from "./Wizard.module.css";

export interface WizardStep {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
  /** Before going on; `false` stays, and the step shows why (an ErrorSummary takes the focus). */
  readonly check?: () => boolean | Promise<boolean>;
}

export interface WizardProps {
  readonly steps: readonly [WizardStep, ...WizardStep[]];
  /** The step shown; its owner keeps it, in the search of the address or in a state. */
  readonly current: string;
  readonly onStep: (id: string) => void;
  /** On the button of the last step, for example "Lähetä". */
  readonly finish: string;
  /** `release` lets go of the unsaved guard: to be called when all is saved, before going elsewhere. */
  readonly onFinish: (release: () => void) => unknown;
  /** There is something to lose: leaving asks first. */
  readonly dirty?: boolean;
}

/** A long form in steps. One step at a time, the way back always open, and one try at a time. */
export function Wizard({ steps, current, onStep, finish, onFinish, dirty = false }: WizardProps) {
  const t = useText();
  const guard = useUnsavedGuard(dirty);
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === current),
  );
  const step = steps[at] ?? steps[0];
  const last = at === steps.length - 1;

  const shown = useRef(step.id);
  useEffect(() => {
    if (shown.current === step.id) return;
    shown.current = step.id;
    heading.current?.focus();
  }, [step.id]);

  const go = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      if (step.check && !(await step.check())) return;
      if (last) await onFinish(guard.release);
      else onStep(steps[at + 1]?.id ?? step.id);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <form className={styles.wizard} noValidate onSubmit={(event) => void go(event)}>
      <ol className={styles.steps}>
        {steps.map(({ id, title }, index) => (
          <li
            aria-current={index === at ? "step" : undefined}
            className={styles.step}
            data-done={index < at || undefined}
            key={id}
          >
            <span className={styles.name}>{title}</span>
          </li>
        ))}
      </ol>
      <h2 className={styles.heading} ref={heading} tabIndex={-1}>
        <span className={styles.place}>{t("ui.wizard.step", { step: at + 1, of: steps.length })}</span> {step.title}
      </h2>
      {step.content}
      <div className={styles.foot}>
        {at > 0 ? (
          <Button isDisabled={busy} kind="secondary" onPress={() => onStep(steps[at - 1]?.id ?? step.id)}>
            {t("ui.back")}
          </Button>
        ) : null}
        <Button isPending={busy} type="submit">
          {last ? finish : t("ui.continue")}
        </Button>
      </div>
      <UnsavedDialog guard={guard} />
    </form>
  );
}
