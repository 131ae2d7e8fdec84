import { useText } from "../i18n";
import { dotted } from "../i18n/text";
import { Field } from "./Field";
import styles from "./Field.module.css";

export interface SelectOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
}

export interface SelectProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  readonly bare?: boolean;
}

/** The browser's own: on a phone it is the large list that people know from everywhere else. */
export function Select({ label, options, value, onChange, name, hint, error, isDisabled = false, bare }: SelectProps) {
  const t = useText();
  const described = options.find(({ id }) => id === value)?.description;
  return (
    <Field bare={bare} error={error} hint={hint} label={label}>
      {(control) => (
        <>
          <select
            {...control}
            className={styles.select}
            disabled={isDisabled}
            name={name}
            onChange={(event) => onChange(event.target.value)}
            value={value ?? ""}
          >
            {value === null || value === "" ? (
              <option disabled hidden value="">
                {t("ui.select.placeholder")}
              </option>
            ) : null}
            {options.map((option) => (
              <option key={option.id} value={option.id}>
                {dotted(option.label, option.description)}
              </option>
            ))}
          </select>
          {/* A phone has no room for it in the box. It is read out with the choice itself. */}
          {described ? (
            <span aria-hidden="true" className={styles.described}>
              {described}
            </span>
          ) : null}
        </>
      )}
    </Field>
  );
}
