import { useId } from "react";
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
  /** The chosen option's id; "" for none, where nothing need be chosen. */
  readonly onChange: (id: string) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  /** Nothing need be chosen, which the label then says. */
  readonly optional?: boolean;
  readonly bare?: boolean;
}

/**
 * The browser's own: on a phone it is the large list that people know from everywhere else. Closed, it shows the label of what is
 * chosen in full; its description stands below.
 */
export function Select(props: SelectProps) {
  const { label, options, value, onChange, name, hint, error, isDisabled = false, optional, bare } = props;
  const t = useText();
  const id = useId();
  const chosen = options.find((option) => option.id === value);
  const description = chosen?.description;
  return (
    <Field bare={bare} error={error} hint={hint} label={label} optional={optional}>
      {(control) => (
        <>
          <span
            className={styles.chosen}
            data-chosen={chosen?.label ?? t(optional ? "ui.select.none" : "ui.select.placeholder")}
          >
            <select
              {...control}
              aria-describedby={joined(control["aria-describedby"], description ? id : undefined)}
              className={styles.select}
              disabled={isDisabled}
              name={name}
              onChange={(event) => onChange(event.target.value)}
              value={value ?? ""}
            >
              {optional ? <option value="">{t("ui.select.none")}</option> : null}
              {!optional && (value === null || value === "") ? (
                <option disabled hidden value="">
                  {t("ui.select.placeholder")}
                </option>
              ) : null}
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.id === value ? option.label : dotted(option.label, option.description)}
                </option>
              ))}
            </select>
          </span>
          {description ? (
            <span className={styles.described} id={id}>
              {description}
            </span>
          ) : null}
        </>
      )}
    </Field>
  );
}

const joined = (...ids: readonly (string | undefined)[]) => ids.filter(Boolean).join(" ") || undefined;
