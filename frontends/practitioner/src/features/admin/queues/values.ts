/** What the editors hold, from what is kept and back. */
import type { Language } from "@kajo/shared/i18n";
import type {
  CategoryDetailsJson,
  MatterJson,
  QueueDetailsJson,
  QueueKindJson,
  TaskDueUnitJson,
  TranslatedJson,
} from "@kajo/shared/rpc";
import type { Texts } from "../module/fields";

/** A name in the reader's language, where it is written in it. */
export const nameIn = (language: Language, name: TranslatedJson | undefined) =>
  name?.[language as "fi"] || name?.fi || "";

const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}): Texts => ({ fi, sv, en });

export interface CategoryValue {
  readonly name: Texts;
  readonly description: Texts;
  readonly icon: string;
  readonly matter: MatterJson | "";
  readonly serviceAreaIds: readonly string[];
}

/** `areas`: those of a new one. */
export const categoryValue = (details: CategoryDetailsJson | undefined, areas: readonly string[]): CategoryValue => ({
  name: textsOf(details?.name),
  description: textsOf(details?.description),
  icon: details?.icon ?? "",
  matter: details?.matter ?? "",
  serviceAreaIds: details ? (details.serviceAreaIds ?? []) : areas,
});

export interface QueueValue {
  readonly name: Texts;
  readonly description: Texts;
  readonly kind: QueueKindJson | "";
  readonly serviceId: string;
  readonly surveyId: string;
  readonly urlTail: string;
  readonly roleIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly contentId: string;
  readonly dueUnit: TaskDueUnitJson | "";
  readonly dueAmount: number | null;
  readonly patientMarksDone: boolean;
  readonly sendsExpired: boolean;
}

/** `kind`: that of a new one, where it has no choice. */
export const queueValue = (details: QueueDetailsJson | undefined, kind: QueueKindJson | ""): QueueValue => ({
  name: textsOf(details?.name),
  description: textsOf(details?.description),
  kind: details?.kind ?? kind,
  serviceId: details?.serviceId ?? "",
  surveyId: details?.surveyId ?? "",
  urlTail: details?.urlTail ?? "",
  roleIds: details?.roleIds ?? [],
  locationIds: details?.locationIds ?? [],
  contentId: details?.contentId ?? "",
  dueUnit: details?.due?.unit ?? "",
  dueAmount: details?.due?.amount || null,
  patientMarksDone: details?.patientMarksDone ?? false,
  sendsExpired: details?.sendsExpired ?? false,
});

export function queueDetails({ dueUnit, dueAmount, kind, ...value }: QueueValue): QueueDetailsJson {
  return {
    ...value,
    roleIds: [...value.roleIds],
    locationIds: [...value.locationIds],
    ...(kind ? { kind } : {}),
    ...(dueUnit ? { due: { unit: dueUnit, amount: dueAmount ?? 0 } } : {}),
  };
}

/** Names of the fields that the editor of queues sets. */
export const queueFields = [
  "name",
  "description",
  "kind",
  "service_id",
  "survey_id",
  "url_tail",
  "role_ids",
  "location_ids",
  "content_id",
  "due",
  "patient_marks_done",
  "sends_expired",
];

/** Fields that a queue has by its kind: the table of the server's rules. */
export const fieldsOfKind = (kind: QueueKindJson | "") => {
  const isForm = kind === "QUEUE_KIND_FORM" || kind === "QUEUE_KIND_ANONYMOUS_FORM";
  const needsService = isForm || kind === "QUEUE_KIND_MESSAGE";
  const mayHaveService = kind === "QUEUE_KIND_PATIENT_TASK" || kind === "QUEUE_KIND_SHARED_MESSAGE";
  return {
    service: needsService ? ("must" as const) : mayHaveService ? ("may" as const) : undefined,
    survey: isForm,
    tail: kind === "QUEUE_KIND_ANONYMOUS_FORM",
    task: kind === "QUEUE_KIND_PATIENT_TASK",
  };
};
