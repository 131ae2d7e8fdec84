import { useText } from "@kajo/shared/i18n";
import { useListWorkplacesQuery } from "./api";

/** Locations by name, and what is chosen already. Undefined: not known yet. */
export function useLocationOptions(chosen: readonly string[]) {
  const t = useText();
  const { data, isError } = useListWorkplacesQuery({});
  if (!data && !isError) return undefined;
  const locations = data?.locations ?? [];
  const gone = chosen.filter((id) => locations.every(({ locationId }) => locationId !== id));
  return [
    ...locations.map(({ locationId = "", name = "" }) => ({ id: locationId, label: name })),
    ...gone.map((id) => ({ id, label: t(isError ? "names.failed" : "names.gone") })),
  ];
}
