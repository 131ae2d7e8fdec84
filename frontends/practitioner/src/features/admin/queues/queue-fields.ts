/** Labels of a queue's fields by the server's names, in the order of the page, and what can be seen to be wrong before it is sent. */
import { useText } from "@kajo/shared/i18n";
import { dueMax } from "../../due/units";
import { labelsOf, problemsOf, type RecordField } from "../module/fields";
import { fieldsOfKind, type QueueValue } from "./values";

const texts: readonly RecordField<QueueValue>[] = [
  { as: "translated", key: "name", label: "admin.name", max: 200 },
  { as: "translated", key: "description", label: "serviceCategories.description", max: 2000, rows: 3, optional: true },
];

export function useQueueLabels(): Record<string, string> {
  const t = useText();
  return {
    ...labelsOf(texts, t),
    "details.kind": t("taskQueues.kind"),
    "details.service_id": t("queues.service"),
    "details.survey_id": t("queues.survey"),
    "details.url_tail": t("queues.url"),
    "details.content_id": t("queues.content"),
    "details.due": t("queues.due"),
    "details.role_ids": t("queues.roles"),
    "details.location_ids": t("queues.locations"),
  };
}

export function useQueueProblems() {
  const t = useText();
  return (value: QueueValue) => {
    const has = fieldsOfKind(value.kind);
    const missing = (isMissing: boolean, text: string) => (isMissing ? text : undefined);
    const isCounted = value.dueUnit !== "TASK_DUE_UNIT_AS_SOON_AS_POSSIBLE";
    const isOutOfRange = isCounted && (value.dueAmount === null || value.dueAmount < 1 || value.dueAmount > dueMax);
    const due = value.dueUnit
      ? missing(isOutOfRange, t("error.reason.due_out_of_range", { min: 1, max: dueMax }))
      : t("error.reason.due_missing");
    return {
      ...problemsOf(texts, value as never, t),
      "details.kind": missing(value.kind === "", t("error.reason.queue_kind_missing")),
      "details.service_id": missing(has.service === "must" && !value.serviceId, t("error.reason.service_missing")),
      "details.survey_id": missing(has.survey && !value.surveyId.trim(), t("error.reason.survey_missing")),
      "details.url_tail": missing(has.tail && !value.urlTail.trim(), t("error.reason.url_missing")),
      "details.content_id": missing(has.task && !value.contentId.trim(), t("error.reason.content_missing")),
      "details.due": has.task ? due : undefined,
      "details.role_ids": missing(value.roleIds.length === 0, t("error.reason.queue_roles_missing")),
      "details.location_ids": missing(value.locationIds.length === 0, t("error.reason.queue_locations_missing")),
    };
  };
}
