import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { LabResultJson } from "@kajo/shared/rpc";
import { Card, Spinner } from "@kajo/shared/ui";
import { lazy, Suspense } from "react";
import { useGetMyLabResultTrendQuery } from "./api";

const Trend = lazy(async () => ({ default: (await import("./Trend")).Trend }));

/** How what was measured has changed: nothing where it was measured once. Its code comes when there is something to draw. */
export function OverTime({ result }: { readonly result: LabResultJson }) {
  const t = useText();
  const { labResultId = "" } = result;
  const { currentData, error, refetch } = useGetMyLabResultTrendQuery({ labResultId });
  const points = currentData?.points ?? [];
  const hasFailed = error !== undefined && currentData === undefined;
  if (!hasFailed && points.length < 2) return null;
  return (
    <Card>
      <h2>{t("healthRecord.trend")}</h2>
      {hasFailed ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <Trend points={points} result={result} />
        </Suspense>
      )}
    </Card>
  );
}
