import { useText } from "../i18n";
import type { ScanStateJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { StatusTag } from "../ui";

/** How far the virus scan of a file is (CON-14). */
export function ScanTag({ state }: { readonly state: ScanStateJson | undefined }) {
  const t = useText();
  switch (state) {
    case "SCAN_STATE_CLEAN":
      return <StatusTag tone="success">{t("attachment.clean")}</StatusTag>;
    case "SCAN_STATE_INFECTED":
      return <StatusTag tone="danger">{t("attachment.infected")}</StatusTag>;
    case "SCAN_STATE_ERROR":
      return <StatusTag tone="danger">{t("attachment.blocked")}</StatusTag>;
    case "SCAN_STATE_PENDING":
    case "SCAN_STATE_UNSPECIFIED":
    case undefined:
      return <StatusTag tone="info">{t("attachment.pending")}</StatusTag>;
    default:
      return <StatusTag>{t("unknown.value")}</StatusTag>;
  }
}
