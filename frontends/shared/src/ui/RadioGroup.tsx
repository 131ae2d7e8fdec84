import { RadioGroup as AriaRadioGroup, FieldError, RadioButton, RadioField, Text } from "react-aria-components";
import styles from "./Choice.module.css";
import field from "./Field.module.css";
import { FieldHead } from "./FieldHead";
import type { SelectOption } from "./Select";

export interface RadioGroupProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few, all of them in sight; for many there is Select, for very many ComboBox. */
export function RadioGroup({ label, options, hint, error, optional = false, ...props }: RadioGroupProps) {
  return (
    <AriaRadioGroup
      {...props}
      className={styles.field ?? ""}
      isInvalid={error !== undefined}
      isRequired={!optional}
      validationBehavior="aria"
    >
      <FieldHead hint={hint} label={label} optional={optional} />
      {options.map((option) => (
        <RadioField className={styles.option ?? ""} key={option.id} value={option.id}>
          <RadioButton className={styles.choice ?? ""}>
            <span className={styles.mark} data-shape="round" />
            <span>{option.label}</span>
          </RadioButton>
          {option.description ? (
            <Text className={styles.hint ?? ""} slot="description">
              {option.description}
            </Text>
          ) : null}
        </RadioField>
      ))}
      <FieldError className={field.error ?? ""}>{error}</FieldError>
    </AriaRadioGroup>
  );
}
