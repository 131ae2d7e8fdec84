/** Words of notifications, which every resident may be told: read and published without pages. */
import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import type { APIRequestContext } from "playwright-core";
import {
  NotificationKind,
  type NotificationTemplate,
  NotificationTemplateDetailsSchema,
  NotificationTemplateService,
} from "../../shared/src/rpc/gen/kajo/content/v1/notification_template_pb";
import { call } from "./rpc";
import { practitionerUrl } from "./stack";

const fields = ["fi", "sv", "en", "sme", "smn", "sms"] as const;

type Details = MessageInitShape<typeof NotificationTemplateDetailsSchema>;

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

/**
 * Words that were published before devices were told have none for them, and are not published again without: their subject, one line without an
 * address as well, stands in.
 */
function whole(details: Details): Details {
  const all = clone(NotificationTemplateDetailsSchema, create(NotificationTemplateDetailsSchema, details));
  for (const language of fields) {
    const words = all[language];
    if (words) words.push ||= words.subject;
  }
  return all;
}

/** Puts words in force, in all languages. */
export async function publishTemplate(
  http: APIRequestContext,
  kind: NotificationKind,
  details: Details,
): Promise<void> {
  const { notificationTemplateId, version } = await templateOf(http, kind);
  const { publishNotificationTemplate } = NotificationTemplateService.method;
  await call(http, practitionerUrl, publishNotificationTemplate, {
    notificationTemplateId,
    version,
    details: whole(details),
    fields: [...fields],
  });
}

/** A template with words for devices, too, also where it was published before they were told. */
export async function wholeTemplateOf(http: APIRequestContext, kind: NotificationKind): Promise<NotificationTemplate> {
  const template = await templateOf(http, kind);
  const { details } = template;
  if (!details || fields.every((language) => !details[language]?.subject || details[language].push)) return template;
  await publishTemplate(http, kind, details);
  return templateOf(http, kind);
}
