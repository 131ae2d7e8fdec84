import { type Language, localized } from "@kajo/shared/i18n";
import type { ActivatablePathJson } from "@kajo/shared/rpc";
import { textsOf } from "./texts";

/** Paths whose name or category, as they are shown, holds each word of a search, wherever it stands. */
export function foundIn(
  paths: readonly ActivatablePathJson[],
  search: string,
  language: Language,
): readonly ActivatablePathJson[] {
  const words = search.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
  return paths.filter(({ name, categoryName }) => {
    const shown = `${localized(language, textsOf(name))} ${localized(language, categoryName)}`.toLocaleLowerCase(
      language,
    );
    return words.every((word) => shown.includes(word));
  });
}
