/** Words of notifications, which every resident may be told: read and published without pages. */
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { APIRequestContext } from "playwright-core";
import {
  NotificationKind,
  type NotificationTemplate,
  type NotificationTemplateDetailsSchema,
  NotificationTemplateService,
} from "../../shared/src/rpc/gen/kajo/content/v1/notification_template_pb";
import { call } from "./rpc";
import { practitionerUrl } from "./stack";

const fields = ["fi", "sv", "en", "sme", "smn", "sms"];

/** A template as who administers it has it, written or not. */
export async function templateOf(http: APIRequestContext, kind: NotificationKind): Promise<NotificationTemplate> {
  const { listNotificationTemplates, getNotificationTemplate } = NotificationTemplateService.method;
  const { notificationTemplates } = await call(http, practitionerUrl, listNotificationTemplates, {});
  const notificationTemplateId = notificationTemplates.find((each) => each.kind === kind)?.notificationTemplateId ?? "";
  const { notificationTemplate } = await call(http, practitionerUrl, getNotificationTemplate, {
    notificationTemplateId,
  });
  if (!notificationTemplate) throw new Error(`there is no template of the kind ${NotificationKind[kind]}`);
  return notificationTemplate;
}

/** Puts words in force, in all languages. */
export async function publishTemplate(
  http: APIRequestContext,
  kind: NotificationKind,
  details: MessageInitShape<typeof NotificationTemplateDetailsSchema>,
): Promise<void> {
  const { notificationTemplateId, version } = await templateOf(http, kind);
  const { publishNotificationTemplate } = NotificationTemplateService.method;
  await call(http, practitionerUrl, publishNotificationTemplate, { notificationTemplateId, version, details, fields });
}
