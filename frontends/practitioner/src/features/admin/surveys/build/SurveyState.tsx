import { useText } from "@kajo/shared/i18n";
import type { SurveyJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";

/** How far a survey is, and whether it is activated for anybody new. */
export function SurveyState({ publishedVersion = 0, hasDraft = false, archived = false }: SurveyJson) {
  const t = useText();
  if (archived) return <StatusTag>{t("admin.state.archived")}</StatusTag>;
  if (publishedVersion === 0) return <StatusTag tone="info">{t("survey.state.draft")}</StatusTag>;
  return (
    <StatusTag tone={hasDraft ? "warning" : "success"}>
      {hasDraft
        ? t("survey.state.draftBeside", { version: publishedVersion })
        : t("survey.state.published", { version: publishedVersion })}
    </StatusTag>
  );
}
