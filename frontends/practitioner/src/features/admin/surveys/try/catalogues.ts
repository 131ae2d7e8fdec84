import type { Catalogue, CatalogueModule, Language } from "@kajo/shared/i18n";

/** What both apps say, in a language that this one may not speak: one chunk per language, fetched when it is tried. */
function fetched(language: Language): Promise<CatalogueModule> {
  switch (language) {
    case "sv":
      return import("@kajo/shared/compiled/sv.json");
    case "en":
      return import("@kajo/shared/compiled/en.json");
    case "sme":
      return import("@kajo/shared/compiled/sme.json");
    case "smn":
      return import("@kajo/shared/compiled/smn.json");
    case "sms":
      return import("@kajo/shared/compiled/sms.json");
    case "fi":
      return import("@kajo/shared/compiled/fi.json");
  }
}

export const catalogueOf = async (language: Language) => (await fetched(language)).default as Catalogue;
