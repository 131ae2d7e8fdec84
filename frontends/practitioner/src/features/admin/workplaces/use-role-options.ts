import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { useListWorkplacesQuery } from "./api";

/** Roles by name, and what is chosen already. Undefined: not known yet. */
export function useRoleOptions(chosen: readonly string[]) {
  const t = useText();
  const language = useLanguage();
  const { data, isError } = useListWorkplacesQuery({});
  if (!data && !isError) return undefined;
  const roles = data?.roles ?? [];
  const gone = chosen.filter((id) => roles.every(({ roleId }) => roleId !== id));
  return [
    ...roles.map(({ roleId = "", name }) => ({ id: roleId, label: localized(language, name) })),
    ...gone.map((id) => ({ id, label: t(isError ? "names.failed" : "names.gone") })),
  ];
}
