import type { SurveyJson } from "@kajo/shared/rpc";
import { useGetSurveyVersionQuery } from "../api";
import { placedOf } from "./edit";

/** Codes of options that answers may hold already, by the items that have them. */
export type PublishedCodes = ReadonlyMap<string, ReadonlySet<string>>;

/** What the version in force calls its options; until it is known nothing is renamed. */
export function usePublished(survey: SurveyJson | undefined): PublishedCodes | undefined {
  const { surveyId = "", publishedVersion = 0 } = survey ?? {};
  const skip = publishedVersion === 0;
  const { data } = useGetSurveyVersionQuery({ surveyId, publishedVersion }, { skip });
  if (skip) return new Map();
  const items = data?.details?.questionnaire?.items;
  return (
    items &&
    new Map(
      placedOf(items).map(({ item }) => [
        item.linkId ?? "",
        new Set((item.options ?? []).map(({ code }) => code ?? "")),
      ]),
    )
  );
}
