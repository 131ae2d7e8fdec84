import { useText } from "@kajo/shared/i18n";
import { fromPages, List, useKeptFocus } from "@kajo/shared/patterns";
import type { RefObject } from "react";
import { useListSurveysOfPatientInfiniteQuery, type WhichSurveys } from "./api";
import { ImportedSurveys } from "./ImportedSurveys";
import { SurveyOfPatient } from "./SurveyOfPatient";

interface SurveyListProps extends WhichSurveys {
  /** The conversation from which answers are opened, and to which they lead back. */
  readonly conversationId?: string;
  /** Has the focus when the survey that had it is listed no more. */
  readonly rest: RefObject<HTMLElement | null>;
}

/** Surveys of a patient whom the professional has opened: those to answer, or what is past. */
export function SurveyList({ patientId, past, conversationId, rest }: SurveyListProps) {
  const t = useText();
  const query = useListSurveysOfPatientInfiniteQuery({ patientId, past });
  useKeptFocus(rest);
  const imported = query.data?.pages[0]?.imported ?? [];
  return (
    <>
      {imported.length > 0 ? (
        <ImportedSurveys conversationId={conversationId} patientId={patientId} surveys={imported} />
      ) : null}
      <List
        {...fromPages(query, (page) => page.surveys)}
        empty={<p>{t(past ? "patientSurvey.past.none" : "patientSurvey.none")}</p>}
        itemKey={({ surveyActivationId }) => surveyActivationId ?? ""}
        label={t(past ? "patientSurvey.past" : "patientSurvey.open")}
        renderItem={(survey) => (
          <SurveyOfPatient conversationId={conversationId} patientId={patientId} survey={survey} />
        )}
      />
    </>
  );
}
