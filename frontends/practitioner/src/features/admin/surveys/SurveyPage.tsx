import { QueryView } from "@kajo/shared/patterns";
import { useParams } from "@tanstack/react-router";
import { useGetSurveyQuery } from "./api";
import { SurveyEditor } from "./build/SurveyEditor";

export function NewSurveyPage() {
  return <SurveyEditor survey={undefined} />;
}

export function SurveyPage() {
  const { id = "" } = useParams({ strict: false }) as { readonly id?: string };
  return (
    <QueryView key={id} page query={useGetSurveyQuery({ surveyId: id })}>
      {({ survey }) => <SurveyEditor survey={survey} />}
    </QueryView>
  );
}
