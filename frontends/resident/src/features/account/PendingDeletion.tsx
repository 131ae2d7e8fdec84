import { dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { Banner } from "@kajo/shared/ui";
import { WithdrawDeletion } from "./WithdrawDeletion";

export interface PendingDeletionProps {
  readonly dueAt: string;
  readonly isPostponed: boolean;
}

/** Until when a deletion can be taken back, and how. */
export function PendingDeletion({ dueAt, isPostponed }: PendingDeletionProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <Banner action={<WithdrawDeletion />} announce="polite" tone="warning">
      <p>{t("account.pending", { date: dayText(language, new Date(dueAt)) })}</p>
      {isPostponed ? <p>{t("account.postponed")}</p> : null}
    </Banner>
  );
}
