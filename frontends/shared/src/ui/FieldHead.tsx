import { Label, Text } from "react-aria-components";
import { useText } from "../i18n";
import styles from "./Field.module.css";

export interface FieldHeadProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly optional?: boolean | undefined;
}

/** Label and hint, as they stand above every field. */
export function FieldHead({ label, hint, optional = false }: FieldHeadProps) {
  const t = useText();
  return (
    <>
      <Label className={styles.label ?? ""}>
        <span>{label}</span>
        {optional ? <span className={styles.optional}>{t("ui.optional")}</span> : null}
      </Label>
      {hint ? (
        <Text className={styles.hint ?? ""} slot="description">
          {hint}
        </Text>
      ) : null}
    </>
  );
}
