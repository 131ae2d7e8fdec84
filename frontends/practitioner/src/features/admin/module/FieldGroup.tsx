import { useText } from "@kajo/shared/i18n";
import { type ReactNode, useId } from "react";
import styles from "./FieldGroup.module.css";

interface FieldGroupProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly optional?: boolean | undefined;
  readonly children: ReactNode;
}

/** Inputs that are one thing together, under its name. */
export function FieldGroup({ label, hint, error, optional, children }: FieldGroupProps) {
  const t = useText();
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={described || undefined} className={styles.group}>
      <legend className={styles.label}>
        <span>{label}</span>
        {optional ? <span className={styles.optional}>{t("ui.optional")}</span> : null}
      </legend>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {children}
    </fieldset>
  );
}
