import type { Ask, Going } from "@kajo/shared/app";
import { patientContentApi } from "./api";

export function ahead(ask: Ask, { params: { contentId = "" } }: Going): void {
  void ask(patientContentApi.endpoints.getMyContent.initiate(contentId));
}
