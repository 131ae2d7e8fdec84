import { type Language, useLanguage, useText } from "@kajo/shared/i18n";
import { LinkButton, Row } from "@kajo/shared/ui";
import { LegalPage } from "../documents/LegalPage";

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

const kinds = ["DOCUMENT_KIND_ACCESSIBILITY"] as const;

export function AccessibilityPage() {
  const t = useText();
  const { href, lang } = authority[useLanguage()];
  const body = (
    <>
      <p>{t("accessibility.goal")}</p>
      <p>{t("accessibility.works")}</p>
      <p>{t("accessibility.known")}</p>
      <p>{t("accessibility.feedback")}</p>
    </>
  );
  return (
    <LegalPage kinds={kinds} own={{ title: t("accessibility.title"), body }}>
      <p>
        <a href={href} hrefLang={lang} lang={lang}>
          {t("accessibility.authority")}
        </a>
      </p>
      <Row>
        <LinkButton kind="secondary" to="/feedback">
          {t("footer.feedback")}
        </LinkButton>
        <LinkButton kind="secondary" to="/inbox/new">
          {t("planned.write")}
        </LinkButton>
      </Row>
    </LegalPage>
  );
}
