import { type ReactNode, useId } from "react";
import { useText } from "../i18n";
import styles from "./Field.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

export interface FieldProps {
  readonly label: string;
  readonly labelLang?: string | undefined;
  readonly hint?: string | undefined;
  /** The message under the field; without one the field is valid. */
  readonly error?: string | undefined;
  /** Where no summary tells it: how often the message was given, so that it is read out each time. */
  readonly errorSaid?: number | undefined;
  /** "unsaid": nobody would think otherwise, for example of a search. */
  readonly optional?: boolean | "unsaid" | undefined;
  /** In a row of tools, where what stands in the control says what it is for: the label is for screen readers alone. */
  readonly bare?: boolean | undefined;
  /** At the end of the line of the message, for example a counter. */
  readonly foot?: ReactNode;
  /** Draws the control; what it is given ties it to label, hint and message. */
  readonly children: (control: FieldControl) => ReactNode;
}

interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-required": true | undefined;
}

/** Label, hint and message around one control. The label is of the control alone: "optional" is read with it. */
export function Field({
  label,
  labelLang,
  hint,
  error,
  errorSaid,
  optional = false,
  bare = false,
  foot,
  children,
}: FieldProps) {
  const t = useText();
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const head = (
    <label className={styles.label} htmlFor={id}>
      <span lang={labelLang}>{label}</span>
      {optional === true ? <span className={styles.optional}>{t("ui.optional")}</span> : null}
    </label>
  );
  return (
    <div className={styles.field} data-bare={bare || undefined} data-invalid={error ? "" : undefined}>
      {bare ? <VisuallyHidden>{head}</VisuallyHidden> : head}
      {hint ? (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": optional ? undefined : true,
      })}
      <div className={styles.foot}>
        {error ? (
          <span className={styles.error} id={`${id}-error`} key={errorSaid} role={errorSaid ? "alert" : undefined}>
            {error}
          </span>
        ) : null}
        {foot}
      </div>
    </div>
  );
}
