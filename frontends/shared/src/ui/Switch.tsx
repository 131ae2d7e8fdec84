import { SwitchButton, SwitchField, Text } from "react-aria-components";
import styles from "./Choice.module.css";

export interface SwitchProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
}

/** On or off, at once. What only counts when a form is sent is a Checkbox. */
export function Switch({ label, hint, ...props }: SwitchProps) {
  return (
    <SwitchField {...props} className={styles.field ?? ""}>
      <SwitchButton className={styles.choice ?? ""}>
        <span className={styles.mark} data-shape="track" />
        <span>{label}</span>
      </SwitchButton>
      {hint ? (
        <Text className={styles.hint ?? ""} data-after="track" slot="description">
          {hint}
        </Text>
      ) : null}
    </SwitchField>
  );
}
