import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { SyncFailureJson } from "@kajo/shared/rpc";
import { Stack, StatusTag } from "@kajo/shared/ui";
import { useSyncFailureText } from "./use-sync-text";

/** That fetching fails, since when and why, in a line of a list. */
export function FailingSync({ failure }: { readonly failure: SyncFailureJson }) {
  const t = useText();
  const language = useLanguage();
  const failureText = useSyncFailureText();
  const since = failure.since ? dateTimeText(language, new Date(failure.since)) : "";
  return (
    <Stack gap="s">
      <div>
        <StatusTag tone="danger">{t("integrations.sync.state.failing")}</StatusTag>
      </div>
      {t("integrations.sync.failing", { since, why: failureText(failure) })}
    </Stack>
  );
}
