import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";

interface ContentStateProps {
  readonly publishedVersion?: number | undefined;
  readonly hasDraft?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** How far a content is, and whether anything new links to it. */
export function ContentState({ publishedVersion = 0, hasDraft = false, archived = false }: ContentStateProps) {
  const t = useText();
  if (archived) return <StatusTag>{t("admin.state.archived")}</StatusTag>;
  if (publishedVersion === 0) return <StatusTag tone="info">{t("serviceContents.state.draft")}</StatusTag>;
  return (
    <StatusTag tone={hasDraft ? "warning" : "success"}>
      {t(hasDraft ? "serviceContents.state.draftBeside" : "serviceContents.state.published")}
    </StatusTag>
  );
}
