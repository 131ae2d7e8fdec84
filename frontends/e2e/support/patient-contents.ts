/** Service contents that professionals give to patients, without pages. */
import type { APIRequestContext } from "playwright-core";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { MyContentService } from "../../shared/src/rpc/gen/kajo/content/v1/my_content_pb";
import { PatientContentService } from "../../shared/src/rpc/gen/kajo/content/v1/patient_content_pb";
import { ServiceContentService, ServiceContentType } from "../../shared/src/rpc/gen/kajo/content/v1/service_content_pb";
import { asAdministrator } from "./documents";
import { call } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";

const { activateContent, withdrawContent } = PatientContentService.method;
const { getMyContent, markMyContentRead } = MyContentService.method;

/** An administrator publishes a content in Finnish, Swedish and English; its id. */
export function publishContent(title: string, text: string): Promise<string> {
  const { publishServiceContent } = ServiceContentService.method;
  const details = {
    name: title,
    type: ServiceContentType.SELF_CARE_INSTRUCTIONS,
    fi: { title, text },
    sv: { title: `${title} sv`, text },
    en: { title: `${title} en`, text },
  };
  return asAdministrator(async (http) => {
    const published = await call(http, practitionerUrl, publishServiceContent, { details });
    return published.serviceContentId;
  });
}

/** A professional gives it to a patient whom they have opened, unread or not; the id of what the patient has then. */
export async function giveContent(http: APIRequestContext, patientId: string, serviceContentId: string) {
  const request = { patientId, serviceContentId, matter: Matter.HEALTH, again: true };
  return (await call(http, practitionerUrl, activateContent, request)).patientContentId;
}

/** The patient has read it as it is published now. */
export async function readContent(http: APIRequestContext, patientContentId: string): Promise<void> {
  const { publishedVersion } = await call(http, residentUrl, getMyContent, { patientContentId, language: "fi" });
  await call(http, residentUrl, markMyContentRead, { patientContentId, publishedVersion });
}

/** The professional takes it back. */
export async function takeBackContent(http: APIRequestContext, patientContentId: string): Promise<void> {
  await call(http, practitionerUrl, withdrawContent, { patientContentId });
}
