import { asFailure, PageFailed } from "@kajo/shared/errors";
import { useLanguage, useText } from "@kajo/shared/i18n";
import type { LabResultJson } from "@kajo/shared/rpc";
import { PageLoading } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { useGetMyLabResultQuery } from "./api";
import { OverTime } from "./OverTime";
import { RecordPage } from "./RecordPage";
import { SameSample } from "./SameSample";
import { Value } from "./Value";
import { takenText } from "./words";

/** A laboratory result: its value beside its reference values, and how it has changed (EVT-02). */
export function LabResultPage() {
  const { labResultId } = useParams({ from: "/signed-in/events/labresults/$labResultId" });
  const { data, error, refetch } = useGetMyLabResultQuery({ labResultId });
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const result = data?.labResult?.labResultId === labResultId && !isHidden ? data.labResult : undefined;
  if (error && !result) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!result) return <PageLoading />;
  // What follows is another page, as people see it.
  return <Result key={labResultId} others={data?.sameSample ?? []} result={result} />;
}

interface ResultProps {
  readonly result: LabResultJson;
  readonly others: readonly LabResultJson[];
}

function Result({ result, others }: ResultProps) {
  const t = useText();
  const language = useLanguage();
  const taken = takenText(language, result);
  return (
    <RecordPage
      corrected={t("healthRecord.labResult.corrected")}
      state={result.state}
      title={result.name || t("healthRecord.labResult")}
      withdrawn={
        <>
          <p>{t("healthRecord.labResult.withdrawn")}</p>
          {taken ? <p>{t("healthRecord.taken", { time: taken })}</p> : null}
        </>
      }
    >
      <Value result={result} />
      <SameSample results={others} />
      <OverTime result={result} />
    </RecordPage>
  );
}
