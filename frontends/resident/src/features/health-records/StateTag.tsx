import { useText } from "@kajo/shared/i18n";
import type { HealthRecordStateJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";

/** What the source has changed, in a list; nothing of what stands as it came. */
export function StateTag({ state }: { readonly state: HealthRecordStateJson | undefined }) {
  const t = useText();
  switch (state) {
    case "HEALTH_RECORD_STATE_WITHDRAWN":
      return <StatusTag>{t("healthRecord.withdrawn")}</StatusTag>;
    case "HEALTH_RECORD_STATE_CORRECTED":
      return <StatusTag tone="info">{t("healthRecord.corrected")}</StatusTag>;
    default:
      return null;
  }
}
