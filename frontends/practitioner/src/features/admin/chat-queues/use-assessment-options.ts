import { dotted, useLanguage, useText } from "@kajo/shared/i18n";
import type { SelectOption } from "@kajo/shared/ui";
import { useEffect } from "react";
import { useListSurveysOfTypeInfiniteQuery } from "../surveys/api";

/**
 * Symptom assessments by their titles, to choose from: those in force, and what is chosen already, whatever has become of it. Undefined: not
 * known yet.
 */
export function useAssessmentOptions(chosen: readonly string[]): readonly SelectOption[] | undefined {
  const t = useText();
  const language = useLanguage();
  const { data, isError, hasNextPage, isFetching, fetchNextPage } = useListSurveysOfTypeInfiniteQuery(
    "SURVEY_TYPE_SYMPTOM_ASSESSMENT",
  );
  const isMore = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isMore) void fetchNextPage();
  }, [isMore, fetchNextPage]);
  if (!data || hasNextPage) return isError ? chosen.map((id) => ({ id, label: t("names.failed") })) : undefined;
  const surveys = data.pages.flatMap((page) => page.surveys ?? []);
  const offered = surveys.filter(
    ({ surveyId = "", archived, publishedVersion = 0 }) =>
      chosen.includes(surveyId) || (publishedVersion > 0 && !archived),
  );
  const gone = chosen.filter((id) => offered.every(({ surveyId }) => surveyId !== id));
  return [
    ...offered.map(({ surveyId = "", title, archived }) => ({
      id: surveyId,
      label: dotted(title?.[language as "fi"] || title?.fi, archived ? t("admin.state.archived") : undefined),
    })),
    ...gone.map((id) => ({ id, label: t("names.gone") })),
  ];
}
