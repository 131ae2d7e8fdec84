/** A notification template while it is written: kept as a draft, published, held against what others saved meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { languages } from "@kajo/shared/i18n";
import { type NotificationTemplateJson, useIntent } from "@kajo/shared/rpc";
import type { Sent } from "../../publication/use-publishing";
import {
  useGetNotificationTemplateQuery,
  usePublishNotificationTemplateMutation,
  useSaveNotificationTemplateDraftMutation,
} from "./api";
import type { TemplateName } from "./types";
import { type Values, valuesOf } from "./values";

/** What this form knows: what it does not stays as it is kept. */
const fields = [...languages];

export function useTemplate(name: TemplateName, kept: NotificationTemplateJson) {
  const { notificationTemplateId = "", details, version = "0" } = kept;
  const current = valuesOf(details);
  const typed = useEdit<Values, string>(`notification.${name}`, current, version);
  // A draft of this tab may have been typed before there was each of the texts.
  const edit = { ...typed, value: valuesOf(typed.value) };
  const { refetch } = useGetNotificationTemplateQuery({ notificationTemplateId });
  const [saveDraft] = useSaveNotificationTemplateDraftMutation();
  const [publish] = usePublishNotificationTemplateMutation();
  const saving = useIntent();
  const publishing = useIntent();
  const send = async (call: typeof saveDraft | typeof publish, intent: typeof saving): Promise<Sent> => {
    const request = { notificationTemplateId, details: edit.value, fields, version: edit.version };
    const { error } = await call({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return { error };
    intent.settle();
    if ((await refetch()).data) edit.discard();
    return { id: notificationTemplateId };
  };
  return {
    edit,
    current,
    version,
    save: () => send(saveDraft, saving),
    publish: () => send(publish, publishing),
  };
}
