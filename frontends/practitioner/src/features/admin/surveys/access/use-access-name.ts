import { useLanguage, useText } from "@kajo/shared/i18n";
import type { SurveyAccessJson } from "@kajo/shared/rpc";
import { isMatter, matters, wordsIn } from "../kinds";

/** What a survey, or a domain, is called. */
export function useAccessName(): (of: SurveyAccessJson) => string {
  const t = useText();
  const language = useLanguage();
  return ({ surveyId, title, matter }) => {
    if (surveyId) return wordsIn(language, title) || t("surveys.untitled");
    return isMatter(matter) ? t(matters[matter]) : "–";
  };
}
