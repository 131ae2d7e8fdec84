import { Minus, Plus } from "lucide-react";
import { NumberField as AriaNumberField, Button, FieldError, Group, Input } from "react-aria-components";
import { AriaLanguage } from "./AriaLanguage";
import styles from "./Composed.module.css";
import field from "./Field.module.css";
import { FieldHead } from "./FieldHead";

export interface NumberFieldProps {
  readonly label: string;
  /** null while nothing is given. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Unit or number of digits, as Intl.NumberFormat takes them. */
  readonly format?: Intl.NumberFormatOptions;
  readonly isDisabled?: boolean;
}

/** A number below a thousand as every language writes it; null: it is anything else, or not finished. */
function plain(text: string, min = 0, max = 999): number | null {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return String(value) === text && value >= min && value <= max ? value : null;
}

/** Whether it leaves such a number as it is: it says how many digits there are at most, and how they are grouped. */
const isLimit = (format: Intl.NumberFormatOptions = {}) =>
  Object.keys(format).every((option) => option === "maximumFractionDigits" || option === "useGrouping");

/** A quantity, written as the language writes it. Codes and identifiers are text. */
export function NumberField({
  label,
  value,
  onChange,
  name,
  hint,
  error,
  optional = false,
  min,
  max,
  step,
  format,
  isDisabled = false,
}: NumberFieldProps) {
  return (
    <AriaLanguage>
      <AriaNumberField
        className={[styles.field, field.field].join(" ")}
        isDisabled={isDisabled}
        isInvalid={error !== undefined}
        isRequired={!optional}
        onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
        validationBehavior="aria"
        value={value ?? Number.NaN}
        {...(min === undefined ? {} : { minValue: min })}
        {...(max === undefined ? {} : { maxValue: max })}
        {...(step === undefined ? {} : { step })}
        {...(format ? { formatOptions: format } : {})}
      >
        <FieldHead hint={hint} label={label} optional={optional} />
        <Group className={styles.frame ?? ""}>
          <Input
            className={styles.input ?? ""}
            onInput={({ currentTarget }) => {
              // Otherwise it is told when the field is left: what was wrong would go in the middle of a press elsewhere, and move what is pressed.
              const typed = isLimit(format) && step === undefined ? plain(currentTarget.value, min, max) : null;
              if (typed !== null) onChange(typed);
            }}
            {...(name ? { name } : {})}
          />
          <Button className={styles.button ?? ""} slot="decrement">
            <Minus aria-hidden="true" size={18} />
          </Button>
          <Button className={styles.button ?? ""} slot="increment">
            <Plus aria-hidden="true" size={18} />
          </Button>
        </Group>
        <FieldError className={field.error ?? ""}>{error}</FieldError>
      </AriaNumberField>
    </AriaLanguage>
  );
}
