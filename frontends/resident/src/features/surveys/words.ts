import { dayText, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import type { MySurveyJson, TranslatedJson } from "@kajo/shared/rpc";

/** A text of a survey as other texts of several languages: where it lacks the reader's, it is Finnish, and marked so (SUR-08). */
export const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}) => ({ texts: { fi, sv, en } });

/** `lang` of a text of a survey. */
export function useLangOf(): (text: TranslatedJson | undefined) => string | undefined {
  const language = useLanguage();
  return (text) => localizedLang(language, textsOf(text));
}

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
