import type { CatalogueModule, Language } from "@kajo/shared/i18n";

/** Languages of the professionals' app (NAV-06). */
export const practitionerLanguages: readonly Language[] = ["fi", "sv", "en"];

/** One chunk per language; a visitor fetches one. */
export function loadCatalogue(language: Language): Promise<CatalogueModule> {
  switch (language) {
    case "sv":
      return import("../../compiled/sv.json");
    case "en":
      return import("../../compiled/en.json");
    default:
      return import("../../compiled/fi.json");
  }
}
