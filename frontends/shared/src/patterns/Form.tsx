import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { asFailure, useFailureText, useFieldText } from "../errors";
import { Button, ErrorSummary, type SummaryError } from "../ui";
import styles from "./Form.module.css";

export interface FormProps<Field extends string> {
  /** Each field's `name` with its label, in the order of the page: so the summary lists them. */
  readonly fields: Readonly<Record<Field, string>>;
  /** What the form itself found, by field; without a text the field is fine. */
  readonly problems?: Readonly<Partial<Record<Field, string | undefined>>>;
  /** What is wrong with no field of its own, for example a file still on its way. */
  readonly others?: readonly string[];
  /** The failed call (as RTK Query hands it out): its fields go to ours, the rest above them. */
  readonly failure?: unknown;
  /** Checks and sends. While what it returns is under way the form is not sent again. */
  readonly onSubmit: () => unknown;
  /** The call is under way, when `onSubmit` does not return it. */
  readonly isPending?: boolean;
  /** On the button. */
  readonly submit: string;
  /** Beside the button, for example to cancel. */
  readonly actions?: ReactNode;
  /** The fields; `problem(name)` is the error to show under one. */
  readonly children: (problem: (field: Field) => string | undefined) => ReactNode;
}

/**
 * A form with its summary of errors. Errors of the form and of the server come to the same places, and after each try
 * that failed the summary takes the focus.
 */
export function Form<Field extends string>({
  fields,
  problems,
  others = [],
  failure,
  onSubmit,
  isPending = false,
  submit,
  actions,
  children,
}: FormProps<Field>) {
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current || isPending) return;
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

  const problem = (field: Field) => problems?.[field] ?? fieldText(failure, field);
  const names = Object.keys(fields) as Field[];
  const summary: SummaryError[] = names.flatMap((field) => {
    const text = problem(field);
    return text ? [{ field, text: `${fields[field]}: ${text}` }] : [];
  });
  for (const text of others) summary.push({ text });
  if (failure && summary.length === 0) summary.push({ text: failureText(failure) });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      {/* Only what has been tried is summed up: a form that opens with empty fields has no errors yet. */}
      <ErrorSummary
        code={failure ? asFailure(failure).traceId : undefined}
        errors={tries > 0 ? summary : []}
        tries={tries}
      />
      {children(problem)}
      <div className={styles.foot}>
        <Button isPending={busy || isPending} type="submit">
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
