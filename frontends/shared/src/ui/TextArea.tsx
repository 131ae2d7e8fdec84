import type { Ref } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField, FieldError, Label, Text } from "react-aria-components";
import { useText } from "../i18n";
import { CharacterCount } from "./CharacterCount";
import styles from "./Field.module.css";

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** Most characters; shown by a live counter, never enforced by cutting what was typed. */
  readonly max?: number | undefined;
  readonly rows?: number;
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly isDisabled?: boolean;
}

export function TextArea({ label, hint, error, optional, max, rows = 6, ref, ...props }: TextAreaProps) {
  const t = useText();
  return (
    <AriaTextField
      {...props}
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
      <AriaTextArea className={styles.area ?? ""} ref={ref ?? null} rows={rows} />
      <div className={styles.foot}>
        <FieldError className={styles.error ?? ""}>{error}</FieldError>
        {max === undefined ? null : <CharacterCount max={max} text={props.value} />}
      </div>
    </AriaTextField>
  );
}
