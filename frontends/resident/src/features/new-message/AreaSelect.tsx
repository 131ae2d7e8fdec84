import { useText } from "@kajo/shared/i18n";
import { Select } from "@kajo/shared/ui";
import type { useArea } from "./use-area";

export function AreaSelect({ areas, areaId, choose }: Pick<ReturnType<typeof useArea>, "areas" | "areaId" | "choose">) {
  const t = useText();
  const options = (areas.data?.serviceAreas ?? []).map((area) => ({
    id: area.serviceAreaId ?? "",
    label: area.name ?? "",
  }));
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
