import { useText } from "@kajo/shared/i18n";
import type { SurveyJson } from "@kajo/shared/rpc";
import { Archiving } from "../../publication/Archiving";
import { useArchiveSurveyMutation, useRestoreSurveyMutation } from "../api";

/** Puts a survey away, or takes it back, after a question. */
export function SurveyArchiving({ survey }: { readonly survey: SurveyJson }) {
  const t = useText();
  const [archive] = useArchiveSurveyMutation();
  const [restore] = useRestoreSurveyMutation();
  const { surveyId = "", archived = false, details } = survey;
  const name = details?.title?.fi || t("survey.unnamed");
  return (
    <Archiving
      archive={archive}
      archived={archived}
      done={t(archived ? "survey.restored" : "survey.archived")}
      label={t(archived ? "survey.restore" : "survey.archive")}
      question={t(archived ? "survey.restore.question" : "survey.archive.question", { name })}
      request={{ surveyId }}
      restore={restore}
    />
  );
}
