// What a language calls itself and its ISO code for `lang`, as shared/src/i18n/languages.ts has them for the apps.
export const languageNames = {
  fi: { name: "Suomi", iso: "fi" },
  en: { name: "English", iso: "en" },
  sv: { name: "Svenska", iso: "sv" },
  sme: { name: "Davvisámegiella", iso: "se" },
  smn: { name: "Anarâškielâ", iso: "smn" },
  sms: { name: "Nuõrttsääʹmǩiõll", iso: "sms" },
};
