/** What the editor of a survey holds. */
import type { SurveyDetailsJson } from "@kajo/shared/rpc";
import type { Values } from "./types";

const unwritten = { fi: "", sv: "", en: "" };

export function valuesOf(details: SurveyDetailsJson | undefined): Values {
  const { title, description, type, matter, questionnaire } = details ?? {};
  return {
    title: { ...unwritten, ...title },
    description: { ...unwritten, ...description },
    type: type ?? "SURVEY_TYPE_UNSPECIFIED",
    matter: matter ?? "MATTER_UNSPECIFIED",
    questionnaire: { ...questionnaire, items: questionnaire?.items ?? [] },
  };
}
