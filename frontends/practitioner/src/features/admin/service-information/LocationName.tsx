import { useLocationOptions } from "../workplaces/use-location-options";

/** What a location is called; nothing while that is not known. */
export function LocationName({ id }: { readonly id: string }) {
  const options = useLocationOptions(id ? [id] : []);
  return options?.find((option) => option.id === id)?.label ?? "";
}
