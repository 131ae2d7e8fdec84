import { dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { Banner } from "@kajo/shared/ui";
import { useGetAccountQuery } from "./api";
import { WithdrawDeletion } from "./WithdrawDeletion";

/** On every page while a deletion waits: until when it can be taken back. */
export function DeletionBanner() {
  const t = useText();
  const language = useLanguage();
  const deletion = useGetAccountQuery({}).data?.deletion;
  if (!deletion?.dueAt) return null;
  return (
    <Banner action={<WithdrawDeletion />} announce="polite" tone="warning">
      <p>{t("account.pending", { date: dayText(language, new Date(deletion.dueAt)) })}</p>
      {deletion.postponed ? <p>{t("account.postponed")}</p> : null}
    </Banner>
  );
}
