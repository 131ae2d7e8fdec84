import { useFailureLine } from "@kajo/shared/errors";
import { bytesOf, fhirJson, fileNameOf, save } from "@kajo/shared/files";
import { useText } from "@kajo/shared/i18n";
import type { SurveyDetailsJson } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";
import { useExportQuestionnaireMutation } from "./api";

interface ExportSurveyProps {
  readonly details: SurveyDetailsJson;
  /** Empty: it has none yet. */
  readonly surveyId: string;
  /** What is shown is this version as it was published; 0: it is none. */
  readonly publishedVersion: number;
}

/** Hands a survey to the browser as a FHIR Questionnaire, from which it can be imported again (SUR-09). */
export function ExportSurvey({ details, surveyId, publishedVersion }: ExportSurveyProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [send, { isLoading }] = useExportQuestionnaireMutation();
  const exportNow = async () => {
    if (isLoading) return;
    const { data, error } = await send({ details, surveyId, publishedVersion });
    if (error !== undefined) return toast("danger", failureLine(error));
    const name = fileNameOf(details.title?.fi ?? "");
    save(new Blob([bytesOf(data.questionnaire ?? "")], { type: fhirJson }), name);
    toast("success", t("surveys.export.done", { name }));
  };
  return (
    <Button isPending={isLoading} kind="secondary" onPress={() => void exportNow()}>
      {t("surveys.export")}
    </Button>
  );
}
