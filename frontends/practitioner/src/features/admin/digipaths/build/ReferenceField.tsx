import { useText } from "@kajo/shared/i18n";
import { ComboBox, Spinner } from "@kajo/shared/ui";
import type { ReferenceKind } from "../sentence/references";
import { useReferences } from "../sentence/use-references";

interface ReferenceFieldProps {
  readonly kind: ReferenceKind;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** One thing by its name, found by typing; one that is archived or no more stays in sight. */
export function ReferenceField({ kind, value, onChange, ...field }: ReferenceFieldProps) {
  const t = useText();
  const options = useReferences().optionsOf(kind, value ? [value] : []);
  // A list that comes later would leave the name of what is chosen out.
  if (!options) return <Spinner />;
  return (
    <ComboBox
      {...field}
      hint={t("pathEditor.typeName")}
      onChange={(id) => onChange(id ?? undefined)}
      options={options}
      value={value || null}
    />
  );
}
