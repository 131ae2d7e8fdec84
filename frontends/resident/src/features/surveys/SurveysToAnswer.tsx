import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import styles from "../inbox/InboxPage.module.css";
import { useListMySurveysInfiniteQuery } from "./api";
import { SurveyRow } from "./SurveyRow";

/** Among what waits for the person. */
export function SurveysToAnswer() {
  const t = useText();
  const query = useListMySurveysInfiniteQuery({ list: "MY_SURVEY_LIST_TO_ANSWER" });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const surveys = data?.pages.flatMap((page) => page.surveys ?? []) ?? [];
  if (surveys.length === 0) return null;
  return (
    <>
      <ul aria-label={t("survey.list.toAnswer")} className={styles.list}>
        {surveys.map((survey) => (
          <li key={survey.surveyActivationId}>
            <SurveyRow survey={survey} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div>
          <Button isPending={isFetchingNextPage} kind="secondary" onPress={() => void fetchNextPage()}>
            {t("inbox.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
