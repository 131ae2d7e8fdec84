import { Check, Minus } from "lucide-react";
import { CheckboxButton, CheckboxField, FieldError, Text } from "react-aria-components";
import styles from "./Choice.module.css";
import field from "./Field.module.css";

interface Props {
  readonly isSelected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Some of what it stands for is chosen, some is not. */
  readonly isIndeterminate?: boolean;
}

/** `label` beside the box, or, where its place already says it (a row of a table), `aria-label` alone. */
export type CheckboxProps = Props & ({ readonly label: string } | { readonly "aria-label": string });

export function Checkbox({ hint, error, ...props }: CheckboxProps) {
  const { label, ...rest } = { label: undefined, ...props };
  return (
    <CheckboxField {...rest} className={styles.field ?? ""} isInvalid={error !== undefined} validationBehavior="aria">
      <CheckboxButton className={styles.choice ?? ""} data-bare={label === undefined || undefined}>
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className={styles.mark}>
              {isIndeterminate ? (
                <Minus aria-hidden="true" size={16} strokeWidth={3} />
              ) : isSelected ? (
                <Check aria-hidden="true" size={16} strokeWidth={3} />
              ) : null}
            </span>
            {label === undefined ? null : <span>{label}</span>}
          </>
        )}
      </CheckboxButton>
      {hint ? (
        <Text className={styles.hint ?? ""} slot="description">
          {hint}
        </Text>
      ) : null}
      <FieldError className={field.error ?? ""}>{error}</FieldError>
    </CheckboxField>
  );
}
