import type { KeyboardEvent, Ref } from "react";
import { CharacterCount } from "./CharacterCount";
import { Field } from "./Field";
import styles from "./Field.module.css";

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Where no summary tells it: how often the message was given, so that it is read out each time. */
  readonly errorSaid?: number | undefined;
  readonly optional?: boolean;
  /** Most characters; shown by a live counter, never enforced by cutting what was typed. */
  readonly max?: number | undefined;
  readonly rows?: number;
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly isDisabled?: boolean;
  /** To be read and copied, and not changed. */
  readonly isReadOnly?: boolean;
  /** Language of what is written and of its label, where it is not that of the page. */
  readonly lang?: string;
}

export function TextArea({
  label,
  hint,
  error,
  errorSaid,
  optional,
  max,
  onChange,
  rows = 6,
  isDisabled = false,
  isReadOnly = false,
  ...area
}: TextAreaProps) {
  const foot = max === undefined ? undefined : <CharacterCount max={max} text={area.value} />;
  return (
    <Field
      error={error}
      errorSaid={errorSaid}
      foot={foot}
      hint={hint}
      label={label}
      labelLang={area.lang}
      optional={optional}
    >
      {(control) => (
        <textarea
          {...area}
          {...control}
          autoComplete="off"
          className={styles.area}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
          readOnly={isReadOnly}
          rows={rows}
        />
      )}
    </Field>
  );
}
