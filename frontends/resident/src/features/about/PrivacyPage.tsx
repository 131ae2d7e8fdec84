import { useText } from "@kajo/shared/i18n";
import { LegalPage } from "../documents/LegalPage";

const kinds = ["DOCUMENT_KIND_PRIVACY_POLICY"] as const;

/** Until the region publishes its notice, the page says so. */
export function PrivacyPage() {
  const t = useText();
  const body = <p>{t("planned.privacy.text")}</p>;
  return <LegalPage kinds={kinds} own={{ title: t("planned.privacy.title"), body }} />;
}
