import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { SyncStateJson } from "@kajo/shared/rpc";
import { Stack, StatusTag } from "@kajo/shared/ui";
import { useSyncFailureText } from "./use-sync-text";

/** How the last sync of an integration went, in a line of the list. */
export function SyncSummary({ sync }: { readonly sync: SyncStateJson | undefined }) {
  const t = useText();
  const language = useLanguage();
  const failureText = useSyncFailureText();
  const { triedAt, failure } = sync ?? {};
  const at = (time: string | undefined) => (time ? dateTimeText(language, new Date(time)) : "");
  if (!triedAt) return <StatusTag>{t("integrations.sync.never")}</StatusTag>;
  return failure ? (
    <Stack gap="s">
      <div>
        <StatusTag tone="danger">{t("integrations.sync.state.failing")}</StatusTag>
      </div>
      {t("integrations.sync.failing", { since: at(failure.since), why: failureText(failure) })}
    </Stack>
  ) : (
    <Stack gap="s">
      <div>
        <StatusTag tone="success">{t("integrations.sync.state.succeeded")}</StatusTag>
      </div>
      {at(triedAt)}
    </Stack>
  );
}
