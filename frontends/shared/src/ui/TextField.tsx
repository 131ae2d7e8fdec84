import type { Ref } from "react";
import { TextField as AriaTextField, FieldError, Input, Label, Text } from "react-aria-components";
import { useText } from "../i18n";
import { CharacterCount } from "./CharacterCount";
import styles from "./Field.module.css";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  readonly hint?: string;
  /** The message under the field; without one the field is valid. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly max?: number | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly type?: "text" | "search";
  readonly isDisabled?: boolean;
  readonly autoComplete?: string;
}

export function TextField({ label, hint, error, optional, max, ref, autoComplete = "off", ...props }: TextFieldProps) {
  const t = useText();
  return (
    <AriaTextField
      {...props}
      autoComplete={autoComplete}
      className={styles.field ?? ""}
      isInvalid={error !== undefined}
      isRequired={!optional}
      validationBehavior="aria"
    >
      <Label className={styles.label ?? ""}>
        {label}
        {optional ? <span className={styles.optional}>{t("ui.optional")}</span> : null}
      </Label>
      {hint ? (
        <Text className={styles.hint ?? ""} slot="description">
          {hint}
        </Text>
      ) : null}
      <Input className={styles.input ?? ""} ref={ref ?? null} />
      <div className={styles.foot}>
        <FieldError className={styles.error ?? ""}>{error}</FieldError>
        {max === undefined ? null : <CharacterCount max={max} text={props.value} />}
      </div>
    </AriaTextField>
  );
}
