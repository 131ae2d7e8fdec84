import { useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import { useListSurveysOfPatientInfiniteQuery, type WhichSurveys } from "./api";
import { SurveyOfPatient } from "./SurveyOfPatient";

interface SurveyListProps extends WhichSurveys {
  /** The conversation from which answers are opened, and to which they lead back. */
  readonly conversationId?: string;
}

/** Surveys of a patient whom the professional has opened: those to answer, or what is past. */
export function SurveyList({ patientId, past, conversationId }: SurveyListProps) {
  const t = useText();
  const query = useListSurveysOfPatientInfiniteQuery({ patientId, past });
  return (
    <List
      {...fromPages(query, (page) => page.surveys)}
      empty={<p>{t(past ? "patientSurvey.past.none" : "patientSurvey.none")}</p>}
      itemKey={({ surveyActivationId }) => surveyActivationId ?? ""}
      label={t(past ? "patientSurvey.past" : "patientSurvey.open")}
      renderItem={(survey) => <SurveyOfPatient conversationId={conversationId} patientId={patientId} survey={survey} />}
    />
  );
}
