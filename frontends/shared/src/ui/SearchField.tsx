import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { SearchField as AriaSearchField, Button, Group, Input } from "react-aria-components";
import styles from "./Composed.module.css";
import field from "./Field.module.css";
import { FieldHead } from "./FieldHead";

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter. */
  readonly onSubmit?: (value: string) => void;
  readonly name?: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Escape empties it, as does the cross at its end. */
export function SearchField({ label, value, hint, name, ref, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} autoComplete="off" className={field.field ?? ""} value={value}>
      <FieldHead hint={hint} label={label} />
      <Group className={styles.frame ?? ""}>
        <span className={styles.icon}>
          <Search aria-hidden="true" size={18} />
        </span>
        <Input className={styles.input ?? ""} ref={ref ?? null} {...(name ? { name } : {})} />
        {value === "" ? null : (
          <Button className={styles.button ?? ""}>
            <X aria-hidden="true" size={18} />
          </Button>
        )}
      </Group>
    </AriaSearchField>
  );
}
