import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { SelectOption } from "@kajo/shared/ui";
import { useListNamesQuery } from "./api";

/**
 * Things of a kind by their names, to choose from: those in use, and what is chosen already, whatever has become of it.
 * Undefined: not known yet.
 */
export function useNameOptions(kind: string, chosen: readonly string[]): readonly SelectOption[] | undefined {
  const t = useText();
  const language = useLanguage();
  const { data, isError } = useListNamesQuery({ kind });
  if (!data) return isError ? chosen.map((id) => ({ id, label: t("names.failed") })) : undefined;
  const { names = [] } = data;
  const gone = chosen.filter((id) => id && names.every((name) => name.id !== id));
  const shown = names.filter(({ id = "", archived }) => !archived || chosen.includes(id));
  return [
    ...shown.map(({ id = "", names: texts, archived }) => ({
      id,
      label: dotted(localized(language, texts), archived ? t("admin.state.archived") : undefined),
    })),
    ...gone.map((id) => ({ id, label: t("names.gone") })),
  ];
}
