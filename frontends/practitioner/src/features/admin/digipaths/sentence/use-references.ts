import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { SelectOption } from "@kajo/shared/ui";
import { useListPathReferencesQuery } from "../api";
import { known, offered, type ReferenceKind } from "./references";

interface References {
  /** Undefined while the names are not known yet. */
  readonly optionsOf: (kind: ReferenceKind, chosen: readonly string[]) => readonly SelectOption[] | undefined;
  /** What it is called, and what has become of it. */
  readonly nameOf: (kind: ReferenceKind, id: string) => string;
}

/** What paths refer to, in the reader's language. */
export function useReferences(): References {
  const t = useText();
  const language = useLanguage();
  const { data, isError } = useListPathReferencesQuery();
  const nameOf = (kind: ReferenceKind, id: string) => {
    if (!data) return isError ? t("names.failed") : "…";
    const name = known(data, kind, id);
    if (name === "gone") return t("names.gone");
    if (name === "away") return t("names.failed");
    const words = localized(language, name.names) || t("names.gone");
    return name.archived ? t("pathEditor.archivedName", { name: words }) : words;
  };
  return {
    nameOf,
    optionsOf: (kind, chosen) => {
      if (!data && !isError) return undefined;
      return offered(data ?? {}, kind, chosen).map((id) => ({ id, label: nameOf(kind, id) }));
    },
  };
}
