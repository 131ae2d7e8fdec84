import { useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import type { MySurveyListJson } from "@kajo/shared/rpc";
import { EmptyState } from "@kajo/shared/ui";
import { useListMySurveysInfiniteQuery } from "./api";
import { SurveyRow } from "./SurveyRow";

const texts = {
  MY_SURVEY_LIST_UNSPECIFIED: ["survey.list.toAnswer", "survey.none.toAnswer"],
  MY_SURVEY_LIST_TO_ANSWER: ["survey.list.toAnswer", "survey.none.toAnswer"],
  MY_SURVEY_LIST_ANSWERED: ["survey.list.answered", "survey.none.answered"],
  MY_SURVEY_LIST_PAST: ["survey.list.past", "survey.none.past"],
} as const satisfies Record<MySurveyListJson, readonly [string, string]>;

export function SurveyList({ list }: { readonly list: MySurveyListJson }) {
  const t = useText();
  const query = useListMySurveysInfiniteQuery({ list });
  const [label, none] = texts[list];
  return (
    <List
      {...fromPages(query, (page) => page.surveys)}
      counted={(n) => t("survey.count", { n })}
      empty={<EmptyState title={t(none)} />}
      itemKey={({ surveyActivationId = "" }) => surveyActivationId}
      label={t(label)}
      renderItem={(survey) => <SurveyRow survey={survey} />}
    />
  );
}
