import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { useListServiceAreasQuery } from "./api";

/** What service areas are called, by id. One that the county has no more is said to be unknown; empty: none, or not fetched yet. */
export function useAreaNames(): (serviceAreaId: string | undefined) => string {
  const t = useText();
  const language = useLanguage();
  const { data, isError } = useListServiceAreasQuery({});
  return (id) => {
    if (!id) return "";
    if (!data) return isError ? t("serviceArea.failed") : "";
    const area = data.serviceAreas?.find(({ serviceAreaId }) => serviceAreaId === id);
    return area ? localized(language, area.name) : t("serviceArea.gone");
  };
}
