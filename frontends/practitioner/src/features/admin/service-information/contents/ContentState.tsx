import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";
import { PublicationState } from "../../publication/PublicationState";

interface ContentStateProps {
  readonly publishedVersion?: number | undefined;
  readonly hasDraft?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** How far a content is, and whether anything new links to it. */
export function ContentState({ publishedVersion = 0, hasDraft = false, archived = false }: ContentStateProps) {
  const t = useText();
  if (archived) return <StatusTag>{t("admin.state.archived")}</StatusTag>;
  return <PublicationState hasDraft={hasDraft} publishedVersion={publishedVersion} />;
}
