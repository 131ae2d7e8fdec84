import { useText } from "@kajo/shared/i18n";
import { Select } from "@kajo/shared/ui";
import type { RecordSearch, stateOf } from "./search";

interface StateFilterProps {
  readonly state: ReturnType<typeof stateOf>;
  readonly onChange: (state: RecordSearch["state"]) => void;
}

/** What of a list is shown: what is in use, what is archived, or both. */
export function StateFilter({ state, onChange }: StateFilterProps) {
  const t = useText();
  return (
    <Select
      label={t("admin.state")}
      onChange={(id) => onChange(id === "active" ? undefined : (id as RecordSearch["state"]))}
      options={[
        { id: "active", label: t("admin.state.active") },
        { id: "archived", label: t("admin.state.archived") },
        { id: "all", label: t("admin.state.all") },
      ]}
      value={state}
    />
  );
}
