import type { Ask, Going } from "@kajo/shared/app";
import { healthRecordsApi } from "./api";

const { getMyLabResult, getMyLabResultTrend, getMyPrescription } = healthRecordsApi.endpoints;

export function ahead(ask: Ask, { params: { labResultId, prescriptionId } }: Going): void {
  if (labResultId) {
    void ask(getMyLabResult.initiate({ labResultId }));
    void ask(getMyLabResultTrend.initiate({ labResultId }));
  }
  if (prescriptionId) void ask(getMyPrescription.initiate({ prescriptionId }));
}
