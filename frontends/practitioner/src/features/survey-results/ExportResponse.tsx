import { useFailureLine } from "@kajo/shared/errors";
import { bytesOf, fhirJson, fileNameOf, save } from "@kajo/shared/files";
import { dayKey, useText } from "@kajo/shared/i18n";
import { Button, useToast } from "@kajo/shared/ui";
import { Download } from "lucide-react";
import { useExportSurveyResponseMutation, type WhichAnswers } from "./api";

interface ExportResponseProps {
  readonly which: WhichAnswers;
  readonly responseId: string;
  /** The Finnish one of the survey. */
  readonly title: string;
  readonly sentAt: string | undefined;
}

/** Hands one answer to the browser as a FHIR QuestionnaireResponse (SUR-09). Whose it is does not stand in the name of the file. */
export function ExportResponse({ which, responseId, title, sentAt }: ExportResponseProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [send, { isLoading }] = useExportSurveyResponseMutation();
  const exportNow = async () => {
    if (isLoading) return;
    const sent = send({ ...which, surveyResponseId: responseId });
    const { data, error } = await sent;
    // The store keeps answers as long as whoever asked is there.
    sent.reset();
    if (error !== undefined) return toast("danger", failureLine(error));
    const name = fileNameOf(title, sentAt && dayKey(new Date(sentAt)));
    save(new Blob([bytesOf(data.questionnaireResponse ?? "")], { type: fhirJson }), name);
    toast("success", t("surveyResult.export.done", { name }));
  };
  return (
    <Button isPending={isLoading} kind="secondary" onPress={() => void exportNow()}>
      <Download aria-hidden="true" size={18} />
      {t("surveyResult.export")}
    </Button>
  );
}
