import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";

/** Whether something takes anything new in. */
export function ArchiveState({ archived }: { readonly archived: boolean }) {
  const t = useText();
  return (
    <StatusTag tone={archived ? "neutral" : "success"}>
      {t(archived ? "admin.state.archived" : "admin.state.active")}
    </StatusTag>
  );
}
