import { useId } from "react";
import { useText } from "../i18n";
import field from "./Field.module.css";
import styles from "./RadioGroup.module.css";
import type { SelectOption } from "./Select";

export interface RadioGroupProps<Id extends string> {
  readonly label: string;
  readonly options: readonly (SelectOption & { readonly id: Id })[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly name?: string;
  readonly hint?: string;
  /** The message under the label; without one the choice is valid. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few, all of them in sight and as large as a thumb; for many there is Select, for very many ComboBox. */
export function RadioGroup<Id extends string>({
  label,
  options,
  value,
  onChange,
  name,
  hint,
  error,
  optional = false,
  isDisabled = false,
}: RadioGroupProps<Id>) {
  const t = useText();
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <fieldset
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
      aria-required={optional ? undefined : true}
      className={styles.group}
      disabled={isDisabled}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a radiogroup can be required and wrong, a group cannot
      role="radiogroup"
    >
      <legend className={styles.legend}>
        <span>{label}</span>
        {optional ? <span className={field.optional}>{t("ui.optional")}</span> : null}
      </legend>
      {hint ? (
        <span className={field.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {options.map((option) => (
        <label className={styles.choice} key={option.id}>
          <input
            aria-describedby={option.description ? `${id}-${option.id}` : undefined}
            aria-label={option.label}
            checked={value === option.id}
            name={name ?? id}
            onChange={() => onChange(option.id)}
            type="radio"
            value={option.id}
          />
          <span>
            <span>{option.label}</span>
            {option.description ? (
              <span className={styles.description} id={`${id}-${option.id}`}>
                {option.description}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {error ? (
        <span className={field.error} id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}
