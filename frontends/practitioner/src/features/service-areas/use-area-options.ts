import type { SelectOption } from "@kajo/shared/ui";
import { useListServiceAreasQuery } from "./api";
import { useAreaNames } from "./use-area-names";

/** The service areas of the county, to choose from; with the one that is chosen already, though the county may have it no more. */
export function useAreaOptions(chosen: string): readonly SelectOption[] {
  const areaName = useAreaNames();
  const { data } = useListServiceAreasQuery({});
  const areas = data?.serviceAreas?.map(({ serviceAreaId = "" }) => serviceAreaId) ?? [];
  return [...new Set([...areas, chosen])].filter(Boolean).map((area) => ({ id: area, label: areaName(area) }));
}
