import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";

interface PathStateProps {
  readonly publishedVersion?: number;
  readonly hasDraft?: boolean;
  readonly archived?: boolean;
}

/** How far a path is, and whether it begins for anybody new. */
export function PathState({ publishedVersion = 0, hasDraft = false, archived = false }: PathStateProps) {
  const t = useText();
  if (archived) return <StatusTag>{t("admin.state.archived")}</StatusTag>;
  if (publishedVersion === 0) return <StatusTag tone="info">{t("pathEditor.state.draft")}</StatusTag>;
  return (
    <StatusTag tone={hasDraft ? "warning" : "success"} wraps>
      {hasDraft
        ? t("pathEditor.state.draftBeside", { version: publishedVersion })
        : t("pathEditor.state.published", { version: publishedVersion })}
    </StatusTag>
  );
}
