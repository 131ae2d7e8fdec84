import { type Language, useLanguage, useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";

const inFinnish = { href: "https://www.saavutettavuusvaatimukset.fi", lang: "fi" } as const;

/** The supervising authority's pages, in the languages that it speaks (Act 306/2019 on digital services). */
const authority = {
  fi: inFinnish,
  sv: { href: "https://www.tillganglighetskrav.fi", lang: "sv" },
  en: inFinnish,
  sme: inFinnish,
  smn: inFinnish,
  sms: inFinnish,
} as const satisfies Record<Language, { href: string; lang: string }>;

export function AccessibilityPage() {
  const t = useText();
  const { href, lang } = authority[useLanguage()];
  return (
    <Stack gap="l">
      <PageHeading>{t("accessibility.title")}</PageHeading>
      <Card>
        <p>{t("accessibility.goal")}</p>
        <p>{t("accessibility.works")}</p>
        <p>{t("accessibility.known")}</p>
        <p>{t("accessibility.feedback")}</p>
        <p>
          <a href={href} hrefLang={lang} lang={lang}>
            {t("accessibility.authority")}
          </a>
        </p>
        <div>
          <LinkButton kind="secondary" to="/inbox/new">
            {t("planned.write")}
          </LinkButton>
        </div>
      </Card>
    </Stack>
  );
}
