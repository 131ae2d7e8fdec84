import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { MyContentJson } from "@kajo/shared/rpc";

/** Who has given it, and when. */
export function GivenLine({ content: { activatedAt, activatedByName: name } }: { readonly content: MyContentJson }) {
  const t = useText();
  const language = useLanguage();
  if (!activatedAt) return null;
  const when = dateTimeText(language, new Date(activatedAt));
  return <p>{name ? t("patientContent.given", { name, when }) : t("patientContent.givenAt", { when })}</p>;
}
