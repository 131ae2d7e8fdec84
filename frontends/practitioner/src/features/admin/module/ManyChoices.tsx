import { Checkbox, type SelectOption } from "@kajo/shared/ui";
import { useId } from "react";
import styles from "./ManyChoices.module.css";

interface ManyChoicesProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly options: readonly SelectOption[];
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Any number of things, all of them in sight. */
export function ManyChoices({ name, label, hint, error, options, value, onChange }: ManyChoicesProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={described || undefined} className={styles.group} data-invalid={error ? "" : undefined}>
      <legend className={styles.label}>{label}</legend>
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
      <div className={styles.choices}>
        {options.map((option) => (
          <Checkbox
            isSelected={value.includes(option.id)}
            key={option.id}
            label={option.label}
            name={name}
            onChange={(chosen) =>
              onChange(chosen ? [...value, option.id] : value.filter((other) => other !== option.id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
