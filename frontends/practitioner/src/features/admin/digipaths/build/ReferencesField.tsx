import { useText } from "@kajo/shared/i18n";
import { Button, ComboBox, Spinner } from "@kajo/shared/ui";
import { X } from "lucide-react";
import { flushSync } from "react-dom";
import { FieldGroup } from "../../module/FieldGroup";
import type { ReferenceKind } from "../sentence/references";
import { useReferences } from "../sentence/use-references";
import styles from "./Build.module.css";

interface ReferencesFieldProps {
  readonly kind: ReferenceKind;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: readonly string[] | undefined;
  readonly onChange: (ids: string[]) => void;
}

/** Any number of things by their names: those that are chosen, and a field that finds one more by typing. */
export function ReferencesField({ kind, name, label, hint, error, value = [], onChange }: ReferencesFieldProps) {
  const t = useText();
  const { optionsOf, nameOf } = useReferences();
  const options = optionsOf(kind, value);
  if (!options) return <Spinner />;
  /** The field begins anew, and whoever chooses goes on in it. */
  const put = (ids: string[]) => {
    flushSync(() => onChange(ids));
    document.getElementsByName(name)[0]?.focus();
  };
  return (
    <FieldGroup hint={hint} label={label}>
      {value.length > 0 ? (
        <ul aria-label={t("pathEditor.chosen", { label })} className={styles.chosen}>
          {value.map((id) => (
            <li className={styles.choice} key={id}>
              <span>{nameOf(kind, id)}</span>
              <Button
                aria-label={t("pathEditor.remove", { name: nameOf(kind, id) })}
                kind="quiet"
                onPress={() => put(value.filter((each) => each !== id))}
                small
              >
                <X aria-hidden="true" size={18} />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <ComboBox
        error={error}
        hint={t("pathEditor.typeName")}
        key={value.join()}
        label={t("pathEditor.add", { label })}
        name={name}
        onChange={(id) => {
          if (id !== null) put([...value, id]);
        }}
        optional
        options={options.filter(({ id }) => !value.includes(id))}
        value={null}
      />
    </FieldGroup>
  );
}
