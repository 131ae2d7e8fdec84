import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useText } from "../i18n";
import { Button, ErrorSummary } from "../ui";
import { UnsavedDialog } from "./UnsavedDialog";
import { type FieldOf, type FormFields, useFields } from "./use-fields";
import { type UnsavedGuardOptions, useUnsavedGuard } from "./use-unsaved-guard";
import styles from "./Wizard.module.css";

const none: readonly string[] = [];

export interface WizardStep<Field extends string = never> {
  readonly id: string;
  readonly title: string;
  /** Of the title, when it is not that of the page. */
  readonly lang?: string | undefined;
  /** Which of the wizard's `fields` stand in it: what is wrong with one of them keeps the person here and is summed up. */
  readonly fields?: readonly Field[];
  /** `field(name)` is the name, label and error of a field, as in a Form. */
  readonly content: ReactNode | ((field: FieldOf<Field>) => ReactNode);
  /** Between the fields and the way on: what is sent by itself and has forms of its own. */
  readonly below?: ReactNode;
  /** Whatever else has to be done before going on, for example to save it; `false` stays, and the step or the failure says why. */
  readonly check?: () => boolean | Promise<boolean>;
}

/** `fields`, `problems` and `failure` as of a Form; the last step answers for the fields of all. */
export interface WizardProps<Field extends string = never> extends Partial<FormFields<Field>> {
  readonly steps: readonly [WizardStep<Field>, ...WizardStep<Field>[]];
  /** The step shown; its owner keeps it, in the search of the address or in a state. */
  readonly current: string;
  readonly onStep: (id: string) => void;
  /** On the button of the last step, for example "Lähetä". */
  readonly finish: string;
  /** `release` lets go of the unsaved guard: to be called when all is saved, before going elsewhere. */
  readonly onFinish: (release: () => void) => unknown;
  /** What it began is under way, when `onFinish` does not return it. */
  readonly isPending?: boolean;
  /** There is something to lose: leaving asks first. */
  readonly dirty?: boolean;
  /** Paths that belong to it, where each step has one of its own. */
  readonly allow?: UnsavedGuardOptions["allow"];
  /** Words of the search that belong to it, where something else has the same path. */
  readonly names?: UnsavedGuardOptions["names"];
}

/** A long form in steps. One step at a time, the way back always open, and one try at a time. */
export function Wizard<Field extends string = never>({
  steps,
  current,
  onStep,
  finish,
  onFinish,
  isPending = false,
  dirty = false,
  allow,
  names: guarded,
  ...asked
}: WizardProps<Field>) {
  const t = useText();
  const guard = useUnsavedGuard(dirty, { ...(allow ? { allow } : {}), ...(guarded ? { names: guarded } : {}) });
  const form = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === current),
  );
  const step = steps[at] ?? steps[0];
  const last = at === steps.length - 1;
  const title = step.lang ? <span lang={step.lang}>{step.title}</span> : step.title;
  // Of the step shown: another begins anew.
  const [tried, setTried] = useState({ id: step.id, times: 0, stopped: none });
  const { times: tries, stopped } = tried.id === step.id ? tried : { times: 0, stopped: none };
  const { names, field, wrong, summary, code } = useFields(asked, stopped);
  const here = step.fields ?? [];
  const answered = last ? names : here;

  const shown = useRef(step.id);
  useEffect(() => {
    if (shown.current === step.id) return;
    shown.current = step.id;
    heading.current?.focus();
  }, [step.id]);

  const go = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current || isPending) return;
    running.current = true;
    setBusy(true);
    try {
      const stops = wrong(answered);
      setTried({ id: step.id, times: stops ? tries + 1 : tries, stopped: stops ? answered : none });
      if (stops) return;
      if (step.check && !(await step.check())) return setTried({ id: step.id, times: tries + 1, stopped: none });
      if (last) {
        await onFinish(guard.release);
        setTried({ id: step.id, times: tries + 1, stopped: none });
      } else onStep(steps[at + 1]?.id ?? step.id);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <div className={styles.wizard}>
      <ol className={styles.steps}>
        {steps.map(({ id, title, lang }, index) => (
          <li
            aria-current={index === at ? "step" : undefined}
            className={styles.step}
            data-done={index < at || undefined}
            key={id}
          >
            <span className={styles.name} lang={lang}>
              {title}
            </span>
          </li>
        ))}
      </ol>
      <h2 className={styles.heading} ref={heading} tabIndex={-1}>
        <span className={styles.place}>{t("ui.wizard.step", { step: at + 1, of: steps.length })}</span> {title}
      </h2>
      <ErrorSummary
        code={code}
        // Only what stands here can be led to.
        errors={(tries > 0 ? summary(answered) : []).map((error) =>
          here.some((name) => name === error.field) ? error : { text: error.text },
        )}
        tries={tries}
      />
      <form className={styles.wizard} id={form} noValidate onSubmit={(event) => void go(event)}>
        {typeof step.content === "function" ? step.content(field) : step.content}
      </form>
      {step.below}
      <div className={styles.foot}>
        {at > 0 ? (
          <Button isDisabled={busy || isPending} kind="secondary" onPress={() => onStep(steps[at - 1]?.id ?? step.id)}>
            {t("ui.back")}
          </Button>
        ) : null}
        <Button form={form} isPending={busy || isPending} type="submit">
          {last ? finish : t("ui.continue")}
        </Button>
      </div>
      <UnsavedDialog guard={guard} />
    </div>
  );
}
