import { useText } from "@kajo/shared/i18n";
import { Select } from "@kajo/shared/ui";
import type { useArea } from "./use-area";

export function AreaSelect({
  options = [],
  areaId,
  choose,
}: Pick<ReturnType<typeof useArea>, "options" | "areaId" | "choose">) {
  const t = useText();
  return (
    <Select
      hint={t("new.area.hint")}
      label={t("new.area")}
      onChange={choose}
      options={options}
      value={areaId === "" ? null : areaId}
    />
  );
}
