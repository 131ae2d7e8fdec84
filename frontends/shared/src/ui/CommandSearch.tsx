import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { SearchField as AriaSearchField, Button, Group, Input } from "react-aria-components";
import styles from "./Composed.module.css";
import field from "./Field.module.css";
import { FieldHead } from "./FieldHead";

interface CommandSearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The search of the command palette: what moves its mark through the list stands in the context that the field reads. */
export function CommandSearch({ label, value, ref, ...props }: CommandSearchProps) {
  return (
    <AriaSearchField {...props} autoComplete="off" className={field.field ?? ""} value={value}>
      <FieldHead label={label} />
      <Group className={styles.frame ?? ""}>
        <span className={styles.icon}>
          <Search aria-hidden="true" size={18} />
        </span>
        <Input className={styles.input ?? ""} ref={ref ?? null} />
        {value === "" ? null : (
          <Button className={styles.button ?? ""}>
            <X aria-hidden="true" size={18} />
          </Button>
        )}
      </Group>
    </AriaSearchField>
  );
}
