import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";

interface PublicationStateProps {
  /** 0: none was published yet. */
  readonly publishedVersion: number;
  readonly hasDraft: boolean;
}

/** How far something is that is drafted and published. */
export function PublicationState({ publishedVersion, hasDraft }: PublicationStateProps) {
  const t = useText();
  if (publishedVersion === 0) return <StatusTag tone="info">{t("publication.state.draft")}</StatusTag>;
  return (
    <StatusTag tone={hasDraft ? "warning" : "success"}>
      {t(hasDraft ? "publication.state.draftBeside" : "publication.state.published")}
    </StatusTag>
  );
}
