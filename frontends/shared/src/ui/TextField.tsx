import type { Ref } from "react";
import { CharacterCount } from "./CharacterCount";
import { Field } from "./Field";
import styles from "./Field.module.css";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly hint?: string | undefined;
  /** The message under the field; without one the field is valid. */
  readonly error?: string | undefined;
  /** Where no summary tells it: how often the message was given, so that it is read out each time. */
  readonly errorSaid?: number;
  readonly optional?: boolean;
  readonly max?: number | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly type?: "text" | "search";
  readonly isDisabled?: boolean;
  /** Can be read and copied, not changed. */
  readonly isReadOnly?: boolean;
  readonly autoComplete?: string;
  /** Which keyboard a phone shows. */
  readonly inputMode?: "email" | "numeric" | "tel";
  readonly bare?: boolean;
  /** Language of what is written and of its label, where it is not that of the page. */
  readonly lang?: string | undefined;
  /** Whoever writes is done with it: has gone on to something else, or presses Enter. */
  readonly onLeave?: (() => void) | undefined;
  readonly "aria-keyshortcuts"?: string | undefined;
}

export function TextField({
  label,
  hint,
  error,
  errorSaid,
  optional,
  max,
  onChange,
  isDisabled = false,
  isReadOnly = false,
  autoComplete = "off",
  type = "text",
  bare,
  onLeave,
  ...input
}: TextFieldProps) {
  const foot = max === undefined ? undefined : <CharacterCount max={max} text={input.value} />;
  return (
    <Field
      bare={bare}
      error={error}
      errorSaid={errorSaid}
      foot={foot}
      hint={hint}
      label={label}
      labelLang={input.lang}
      optional={type === "search" ? "unsaid" : optional}
    >
      {(control) => (
        <input
          {...input}
          {...control}
          autoComplete={autoComplete}
          className={styles.input}
          disabled={isDisabled}
          onBlur={onLeave}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => (event.key === "Enter" ? onLeave?.() : undefined)}
          placeholder={bare ? label : undefined}
          readOnly={isReadOnly}
          type={type}
        />
      )}
    </Field>
  );
}
