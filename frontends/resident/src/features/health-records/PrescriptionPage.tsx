import { asFailure, PageFailed } from "@kajo/shared/errors";
import { useLanguage, useText } from "@kajo/shared/i18n";
import type { PrescriptionJson } from "@kajo/shared/rpc";
import { Card, PageLoading } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { useGetMyPrescriptionQuery } from "./api";
import { Facts } from "./Facts";
import { RecordPage } from "./RecordPage";
import { dateText } from "./words";

/** A prescription: what was written, until when it is good, and how it is taken (EVT-02). */
export function PrescriptionPage() {
  const { prescriptionId } = useParams({ from: "/signed-in/events/prescriptions/$prescriptionId" });
  const { data, error, refetch } = useGetMyPrescriptionQuery({ prescriptionId });
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const prescription =
    data?.prescription?.prescriptionId === prescriptionId && !isHidden ? data.prescription : undefined;
  if (error && !prescription) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!prescription) return <PageLoading />;
  return <Written key={prescriptionId} prescription={prescription} />;
}

function Written({ prescription }: { readonly prescription: PrescriptionJson }) {
  const t = useText();
  const language = useLanguage();
  const { state, medication, writtenOn = "", validUntil = "", ended } = prescription;
  const { dosage = "", purpose = "", prescriber = "" } = prescription;
  const written = dateText(language, writtenOn);
  return (
    <RecordPage
      corrected={t("healthRecord.prescription.corrected")}
      state={state}
      title={medication || t("healthRecord.prescription")}
      withdrawn={
        <>
          <p>{t("healthRecord.prescription.withdrawn")}</p>
          {written ? <p>{t("healthRecord.written", { day: written })}</p> : null}
        </>
      }
    >
      <Card>
        <Facts
          facts={[
            [t("healthRecord.writtenOn"), written],
            [t(ended ? "healthRecord.ended" : "healthRecord.validUntil"), dateText(language, validUntil)],
            [t("healthRecord.dosage"), dosage],
            [t("healthRecord.purpose"), purpose],
            [t("healthRecord.prescriber"), prescriber],
          ]}
        />
      </Card>
    </RecordPage>
  );
}
