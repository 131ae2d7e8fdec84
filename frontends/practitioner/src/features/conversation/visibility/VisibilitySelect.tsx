import { useText } from "@kajo/shared/i18n";
import type { VisibilityJson } from "@kajo/shared/rpc";
import { Select } from "@kajo/shared/ui";
import { visibilities, visibilityOf } from "./visibilities";

interface VisibilitySelectProps {
  readonly value: VisibilityJson | undefined;
  readonly onChange: (visibility: VisibilityJson) => void;
}

/** Who may read what is being written; below the choice stands what it means. */
export function VisibilitySelect({ value, onChange }: VisibilitySelectProps) {
  const t = useText();
  return (
    <Select
      label={t("visibility.label")}
      name="visibility"
      onChange={(id) => onChange(visibilityOf(id as VisibilityJson).id)}
      options={visibilities.map(({ id, label, text }) => ({ id, label: t(label), description: t(text) }))}
      value={visibilityOf(value).id}
    />
  );
}
