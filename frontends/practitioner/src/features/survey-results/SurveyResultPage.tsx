import { asFailure } from "@kajo/shared/errors";
import { QueryView } from "@kajo/shared/patterns";
import { Code } from "@kajo/shared/rpc";
import { useParams, useSearch } from "@tanstack/react-router";
import { useGetSurveyResponseQuery } from "./api";
import { NothingToRead } from "./NothingToRead";
import { Result } from "./Result";

const from = "/signed-in/ready/surveys/$patientId/responses/$surveyId/$responseId";

/** By which the server says that there is nothing to read here, whatever the address names. */
const missing: readonly number[] = [Code.notFound, Code.invalidArgument];

/** What a patient answered to a survey, and how it has changed since they were asked first (SUR-04). */
export function SurveyResultPage() {
  const { patientId, surveyId, responseId } = useParams({ from });
  const { activeConversationId = "" } = useSearch({ from });
  const which = { patientId, surveyId, activeConversationId };
  const query = useGetSurveyResponseQuery({ ...which, surveyResponseId: responseId });
  // The patient is open no more, or the survey's access names others: what was here before is not to be read any more.
  if (query.error && missing.includes(asFailure(query.error).code)) return <NothingToRead {...which} />;
  return (
    <QueryView key={responseId} page query={{ ...query, data: query.currentData }}>
      {(result) => <Result responseId={responseId} result={result} which={which} />}
    </QueryView>
  );
}
