import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";
import { PublicationState } from "../../publication/PublicationState";

interface DocumentStateProps {
  readonly publishedVersion?: number | undefined;
  readonly hasDraft?: boolean | undefined;
  readonly publishedEmpty?: boolean | undefined;
}

/** How far a document is, and whether there is anything to read in what is in force. */
export function DocumentState({ publishedVersion = 0, hasDraft = false, publishedEmpty = false }: DocumentStateProps) {
  const t = useText();
  if (publishedVersion === 0 && !hasDraft) return <StatusTag>{t("documents.state.unwritten")}</StatusTag>;
  if (!publishedEmpty) return <PublicationState hasDraft={hasDraft} publishedVersion={publishedVersion} />;
  return hasDraft ? (
    <StatusTag tone="warning" wraps>
      {t("documents.state.emptyDraftBeside")}
    </StatusTag>
  ) : (
    <StatusTag>{t("documents.state.empty")}</StatusTag>
  );
}
