import type { Ask, Going } from "@kajo/shared/app";
import { isAtWork } from "../work-context/at-work";
import { patientApi } from "./api";

export async function ahead(ask: Ask, { search: { patient } }: Going): Promise<void> {
  if (typeof patient === "string" && (await isAtWork(ask)))
    void ask(patientApi.endpoints.getPatient.initiate({ patientId: patient }));
}
