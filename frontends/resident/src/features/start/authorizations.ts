import { type Language, useLanguage } from "@kajo/shared/i18n";

const inFinnish = { href: "https://www.suomi.fi/valtuudet", lang: "fi" } as const;

/** Where the national service explains and keeps authorisations, in the languages that it speaks. */
const authorizations = {
  fi: inFinnish,
  sv: { href: "https://www.suomi.fi/fullmakter", lang: "sv" },
  en: { href: "https://www.suomi.fi/e-authorizations", lang: "en" },
  sme: inFinnish,
  smn: inFinnish,
  sms: inFinnish,
} as const satisfies Record<Language, { href: string; lang: string }>;

export function useAuthorizations(): { readonly href: string; readonly lang: string } {
  return authorizations[useLanguage()];
}
