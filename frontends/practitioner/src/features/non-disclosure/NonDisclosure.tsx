import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";

/** The mark of a patient under a non-disclosure restriction, wherever professionals meet them (PRO-07). */
export function NonDisclosure() {
  const t = useText();
  return <StatusTag tone="danger">{t("patient.nonDisclosure")}</StatusTag>;
}
