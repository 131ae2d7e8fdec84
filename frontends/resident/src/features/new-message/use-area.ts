import { useDraft } from "@kajo/shared/drafts";
import { localized, useLanguage } from "@kajo/shared/i18n";
import { useListServiceAreasQuery } from "../profile/api";
import { useListCategoriesQuery } from "./api";
import { areaDraft, areaOf } from "./area";

/**
 * The service area of the new message, kept from step to step. Where there is only one area nobody has to choose it.
 */
export function useArea() {
  const areas = useListCategoriesQuery({});
  const [kept, change] = useDraft(areaDraft.name, areaDraft.empty);
  const options = useOptions(areas.data?.serviceAreas);
  const areaId = areaOf(options?.map(({ id }) => id) ?? [], kept.areaId);
  const area = options?.find(({ id }) => id === areaId);
  const categories = useListCategoriesQuery({ serviceAreaId: areaId }, { skip: areaId === "" });
  const broken = [areas, categories].find((each) => each.error && !each.currentData);
  return {
    areas,
    /** The areas to choose from; undefined as long as they are not known. */
    options,
    areaId,
    area,
    choose: (id: string) => change({ areaId: id }),
    categories,
    /** What keeps the step from being shown, and how to try again. */
    failed: broken && { error: broken.error, onRetry: () => void broken.refetch() },
  };
}

interface Area {
  readonly serviceAreaId?: string;
  readonly name?: string;
}

/**
 * Areas under the names that the county gives them in the language that is read; where those cannot be had, as the
 * categories call them.
 */
function useOptions(areas: readonly Area[] | undefined) {
  const language = useLanguage();
  const county = useListServiceAreasQuery({});
  if (!areas || county.isLoading) return undefined;
  const names = new Map(county.data?.serviceAreas?.map((area) => [area.serviceAreaId, localized(language, area.name)]));
  return areas.map(({ serviceAreaId = "", name = "" }) => ({
    id: serviceAreaId,
    label: names.get(serviceAreaId) || name,
  }));
}
