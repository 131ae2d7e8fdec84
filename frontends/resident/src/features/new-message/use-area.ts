import { useDraft } from "@kajo/shared/drafts";
import { useListCategoriesQuery } from "./api";

/**
 * The service area of the new message, kept from step to step. Where there is only one area nobody has to choose it.
 */
export function useArea() {
  const areas = useListCategoriesQuery({});
  const [kept, change] = useDraft("new.area", { areaId: "" });
  const offered = areas.data?.serviceAreas ?? [];
  const only = offered.length === 1 ? offered[0]?.serviceAreaId : undefined;
  const areaId = offered.find((area) => area.serviceAreaId === kept.areaId)?.serviceAreaId ?? only ?? "";
  const categories = useListCategoriesQuery({ serviceAreaId: areaId }, { skip: areaId === "" });
  const broken = [areas, categories].find((each) => each.error && !each.currentData);
  return {
    areas,
    areaId,
    area: offered.find((area) => area.serviceAreaId === areaId),
    choose: (id: string) => change({ areaId: id }),
    categories,
    /** What keeps the step from being shown, and how to try again. */
    failed: broken && { error: broken.error, onRetry: () => void broken.refetch() },
  };
}
