import { Search, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useText } from "../i18n";
import styles from "./Composed.module.css";
import { Field } from "./Field";

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter. */
  readonly onSubmit?: (value: string) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
}

/** Escape empties it, as does the cross at its end. The browser's own field: it stands on pages that people wait for. */
export function SearchField({ label, value, onChange, onSubmit, name, hint, isDisabled }: SearchFieldProps) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && onSubmit) {
      // Within a form it is not the form that is sent.
      event.preventDefault();
      onSubmit(value);
    }
    if (event.key === "Escape" && value !== "") {
      // Whoever empties the field of a dialog does not mean to close it.
      event.preventDefault();
      event.stopPropagation();
      onChange("");
    }
  };
  const clear = () => {
    onChange("");
    field.current?.focus();
  };
  return (
    <Field hint={hint} label={label} optional="unsaid">
      {(control) => (
        <div className={styles.frame}>
          <span className={styles.icon}>
            <Search aria-hidden="true" size={18} />
          </span>
          <input
            {...control}
            autoComplete="off"
            className={styles.input}
            disabled={isDisabled}
            name={name}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            ref={field}
            type="search"
            value={value}
          />
          {value === "" || isDisabled ? null : (
            <button aria-label={t("ui.search.clear")} className={styles.button} onClick={clear} type="button">
              <X aria-hidden="true" size={18} />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
