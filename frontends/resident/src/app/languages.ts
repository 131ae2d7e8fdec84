import { type CatalogueModule, type Language, languages } from "@kajo/shared/i18n";

export const residentLanguages = languages;

/** One chunk per language; a visitor fetches one. */
export const catalogues: Record<Language, () => Promise<CatalogueModule>> = {
  fi: () => import("../../compiled/fi.json"),
  en: () => import("../../compiled/en.json"),
  sv: () => import("../../compiled/sv.json"),
  sme: () => import("../../compiled/sme.json"),
  smn: () => import("../../compiled/smn.json"),
  sms: () => import("../../compiled/sms.json"),
};
