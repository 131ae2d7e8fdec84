import { dayText, useLanguage, useText } from "@kajo/shared/i18n";
import type { MySurveyJson } from "@kajo/shared/rpc";

/** How long one can still answer, in days; empty: there is no last day. */
export function useLeftText(): (survey: MySurveyJson) => string {
  const t = useText();
  return ({ daysLeft }) => {
    if (daysLeft === undefined) return "";
    return daysLeft === 0 ? t("survey.left.today") : t("customerTask.left.days", { n: daysLeft });
  };
}

/** The last day; empty: there is none. */
export function useLastDayText(): (survey: MySurveyJson) => string {
  const language = useLanguage();
  // Midday is in the same day wherever the browser is.
  return ({ answerByDate }) => (answerByDate ? dayText(language, new Date(`${answerByDate}T12:00:00Z`)) : "");
}
