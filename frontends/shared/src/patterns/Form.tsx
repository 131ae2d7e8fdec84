import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../i18n";
import { Banner, Button, Codes, ErrorSummary } from "../ui";
import styles from "./Form.module.css";
import { type FieldOf, type FormFields, useFields } from "./use-fields";

export interface FormProps<Field extends string> extends FormFields<Field> {
  /** What is wrong with no field of its own, for example a file still on its way. Nothing is sent meanwhile. */
  readonly others?: readonly string[];
  /** Sends. Called when nothing is wrong; while what it returns is under way it is not called again. */
  readonly onSubmit: () => unknown;
  /** The call is under way, when `onSubmit` does not return it. */
  readonly isPending?: boolean;
  /** On the button. */
  readonly submit: string;
  /** What is sent cannot be taken back. */
  readonly danger?: boolean;
  /** Below the summary: what can be done about what failed. */
  readonly failureHelp?: ReactNode;
  /** Beside the button, for example to cancel. */
  readonly actions?: ReactNode;
  /**
   * A few fields that are all in sight, as in a dialog: no summary above them, the first one that is wrong takes the focus.
   * A failure without a field stands above the buttons.
   */
  readonly brief?: boolean;
  /** Draws a field that is not drawn now, for example behind a tab: the summary of errors leads to it. */
  readonly reveal?: (field: string) => void;
  /** The fields; `field(name)` is the name, label and error of one. They need no Stack. */
  readonly children: (field: FieldOf<Field>) => ReactNode;
}

/**
 * A form with its summary of errors. Errors of the form and of the server come to the same places, and after each try
 * that failed the summary takes the focus.
 */
export function Form<Field extends string>({
  others = [],
  onSubmit,
  isPending = false,
  submit,
  danger = false,
  failureHelp,
  actions,
  brief = false,
  reveal,
  children,
  ...asked
}: FormProps<Field>) {
  const t = useText();
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const [stopped, setStopped] = useState<readonly string[]>([]);
  const { names, field, wrong, summary, code } = useFields(asked, stopped);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current || isPending) return;
    const stops = others.length > 0 || wrong(names);
    // A field that comes later has not been tried.
    setStopped(stops ? names : []);
    if (stops) return setTries((before) => before + 1);
    running.current = true;
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      running.current = false;
      setBusy(false);
      setTries((before) => before + 1);
    }
  };

  // Only what has been tried is summed up.
  const errors = tries > 0 ? summary(names, others) : [];
  const first = brief ? errors.find((each) => each.field !== undefined)?.field : undefined;
  const shownFor = useRef(0);
  useEffect(() => {
    // Once per try: putting one right must not carry whoever types on to the next.
    if (first === undefined || shownFor.current === tries) return;
    shownFor.current = tries;
    document.getElementsByName(first)[0]?.focus();
  }, [tries, first]);

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      {brief ? null : <ErrorSummary code={code} errors={errors} reveal={reveal} tries={tries} />}
      {failureHelp}
      {children(field)}
      {brief
        ? errors.map(({ field: ofField, text }) =>
            ofField === undefined ? (
              <Banner announce="alert" key={text} tone="danger">
                <p>{text}</p>
                {code ? (
                  <p>
                    <Codes>{t("errors.code", { code })}</Codes>
                  </p>
                ) : null}
              </Banner>
            ) : null,
          )
        : null}
      <div className={styles.foot} data-brief={brief || undefined}>
        {brief ? actions : null}
        <Button isPending={busy || isPending} kind={danger ? "danger" : "primary"} type="submit">
          {submit}
        </Button>
        {brief ? null : actions}
      </div>
    </form>
  );
}
