import { LocalizedLine } from "@kajo/shared/i18n";
import type { MySurveyJson, MySurveyListJson } from "@kajo/shared/rpc";
import { Link } from "@tanstack/react-router";
import { textsOf } from "../../filling/words";
import { useListMySurveysInfiniteQuery } from "../../surveys/api";
import { SurveyState, SurveyWhen } from "../../surveys/SurveyRow";
import { useLastDayText } from "../../surveys/words";
import { type EventItem, type EventList, eventList } from "../event";
import { pastKnownTo, pastTimes } from "./past-days";

/** Those to answer, the most urgent first; those that were answered, or are past without an answer, the newest first. */
export function useSurveys(list: MySurveyListJson, isAsked: boolean): EventList {
  const lastDayText = useLastDayText();
  const query = useListMySurveysInfiniteQuery({ list }, { skip: !isAsked });
  const itemOf = (survey: MySurveyJson, at: string): EventItem => {
    const { surveyActivationId: surveyId = "", activatedByName, state } = survey;
    const isOpen = state === "SURVEY_ACTIVATION_STATE_OPEN";
    return {
      key: `survey ${surveyId}`,
      kind: "surveys",
      at,
      title: <LocalizedLine texts={[textsOf(survey.title)]} />,
      detail: activatedByName ? <span translate="no">{activatedByName}</span> : undefined,
      // That it is a survey is said in any case.
      state: isOpen && !survey.begun ? undefined : <SurveyState survey={survey} />,
      when: state === "SURVEY_ACTIVATION_STATE_EXPIRED" ? lastDayText(survey) : <SurveyWhen survey={survey} />,
      link: (row) => <Link {...row} params={{ surveyId }} to="/surveys/omavointi/$surveyId" />,
    };
  };
  const isPast = list === "MY_SURVEY_LIST_PAST";
  return eventList(query, {
    kinds: ["surveys"],
    entriesOf: (page) => page.surveys,
    itemsOf: (surveys) => {
      const times = isPast ? pastTimes(surveys) : surveys.map(({ answeredAt }) => answeredAt);
      return surveys.map((survey, index) => itemOf(survey, times[index] ?? ""));
    },
    ...(isPast ? { knownTo: pastKnownTo } : {}),
  });
}
