import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { SyncStateJson } from "@kajo/shared/rpc";
import { Stack, StatusTag } from "@kajo/shared/ui";
import { FailingSync } from "./FailingSync";

/** How the last sync of an integration went, in a line of the list. */
export function SyncSummary({ sync }: { readonly sync: SyncStateJson | undefined }) {
  const t = useText();
  const language = useLanguage();
  const { triedAt, failure } = sync ?? {};
  if (!triedAt) return <StatusTag>{t("integrations.sync.never")}</StatusTag>;
  if (failure) return <FailingSync failure={failure} />;
  return (
    <Stack gap="s">
      <div>
        <StatusTag tone="success">{t("integrations.sync.state.succeeded")}</StatusTag>
      </div>
      {dateTimeText(language, new Date(triedAt))}
    </Stack>
  );
}
