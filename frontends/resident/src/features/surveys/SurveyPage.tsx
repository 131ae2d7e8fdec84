import { asFailure, PageFailed, useFailureText } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { GetMySurveyResponseJson } from "@kajo/shared/rpc";
import { Banner, PageHeading, PageLoading, Spinner, Stack } from "@kajo/shared/ui";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { textsOf, useLangOf } from "../filling/words";
import { Answered } from "./Answered";
import { useGetMySurveyQuery } from "./api";
import { begunOf } from "./begun";
import { fetchFill } from "./fetch-fill";
import { GuardiansSetting } from "./GuardiansSetting";
import { Intro } from "./Intro";

const Fill = lazy(async () => ({ default: (await fetchFill()).Fill }));

/** A survey: what is asked, to answer it, and what was answered (SUR-03). The address names its activation. */
export function SurveyPage() {
  const { surveyId } = useParams({ from: "/signed-in/surveys/omavointi/$surveyId" });
  const { data, error, refetch } = useGetMySurveyQuery({ surveyActivationId: surveyId });
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const there = data?.survey?.surveyActivationId === surveyId && !isHidden ? data : undefined;
  if (error && !there) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!there) return <PageLoading />;
  return <Survey key={surveyId} there={there} />;
}

function Survey({ there }: { readonly there: GetMySurveyResponseJson }) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const failureText = useFailureText();
  const { fill } = useSearch({ from: "/signed-in/surveys/omavointi/$surveyId" });
  const [refusal, setRefusal] = useState<unknown>();
  const { survey = {} } = there;
  const { surveyActivationId = "", title } = survey;
  const begun = survey.state === "SURVEY_ACTIVATION_STATE_OPEN" ? begunOf(there) : undefined;
  const isFilled = begun !== undefined && fill === true;
  return (
    <Stack gap="l" width="text">
      <PageHeading
        // What follows is another page, as people see it.
        key={begun ? String(isFilled) : survey.state}
        lang={langOf(title)}
        over={<Link to="/surveys/omavointi">{t("survey.selfCare.title")}</Link>}
      >
        {localized(language, textsOf(title)) || t("survey.one")}
      </PageHeading>
      {refusal && !begun ? (
        <Banner announce="alert" tone="warning">
          {failureText(refusal)}
        </Banner>
      ) : null}
      {isFilled ? (
        <Suspense fallback={<Spinner />}>
          <Fill onRefused={setRefusal} surveyActivationId={surveyActivationId} there={begun} />
        </Suspense>
      ) : (
        <>
          {begun ? <Intro questionnaire={begun.questionnaire} survey={survey} /> : <Over there={there} />}
          {survey.mayShowToGuardians ? (
            <GuardiansSetting isShown={survey.visibleToGuardians === true} surveyActivationId={surveyActivationId} />
          ) : null}
        </>
      )}
    </Stack>
  );
}

/** It can be answered no more. */
function Over({ there }: { readonly there: GetMySurveyResponseJson }) {
  const t = useText();
  switch (there.survey?.state) {
    case "SURVEY_ACTIVATION_STATE_ANSWERED":
      return <Answered there={there} />;
    case "SURVEY_ACTIVATION_STATE_WITHDRAWN":
      return <Banner tone="info">{t("survey.past.withdrawn")}</Banner>;
    default:
      return <Banner tone="info">{t("survey.past.expired")}</Banner>;
  }
}
