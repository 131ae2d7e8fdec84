import { parseTime, type Time } from "@internationalized/date";
import { TimeField as AriaTimeField, DateInput, DateSegment, FieldError } from "react-aria-components";
import { AriaLanguage } from "./AriaLanguage";
import styles from "./Composed.module.css";
import field from "./Field.module.css";
import { FieldHead } from "./FieldHead";
import { FocusTarget } from "./FocusTarget";

export interface TimeFieldProps {
  readonly label: string;
  /** Time of day, "14:05"; null while none is given. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly isDisabled?: boolean;
}

/** Hours and minutes of one day, 0 to 24 in every language of ours. */
export function TimeField({
  label,
  value,
  onChange,
  name,
  hint,
  error,
  optional = false,
  isDisabled = false,
}: TimeFieldProps) {
  return (
    <AriaLanguage>
      <AriaTimeField<Time>
        className={[styles.field, field.field].join(" ")}
        data-segmented=""
        hourCycle={24}
        isDisabled={isDisabled}
        isInvalid={error !== undefined}
        isRequired={!optional}
        onChange={(next) => onChange(next === null ? null : next.toString().slice(0, 5))}
        shouldForceLeadingZeros
        validationBehavior="aria"
        value={value === null ? null : parseTime(value)}
      >
        <FieldHead hint={hint} label={label} optional={optional} />
        {name ? <FocusTarget name={name} value={value ?? ""} /> : null}
        <DateInput className={[styles.frame, styles.segments].join(" ")}>
          {(segment) => <DateSegment className={styles.segment ?? ""} segment={segment} />}
        </DateInput>
        <FieldError className={field.error ?? ""}>{error}</FieldError>
      </AriaTimeField>
    </AriaLanguage>
  );
}
