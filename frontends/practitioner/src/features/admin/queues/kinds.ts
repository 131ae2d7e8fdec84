/** What the kinds of queues are called. */
import { known, type QueueKindJson } from "@kajo/shared/rpc";

const kindTexts = {
  QUEUE_KIND_UNSPECIFIED: "queueKind.unknown",
  QUEUE_KIND_MESSAGE: "queueKind.message",
  QUEUE_KIND_FORM: "queueKind.form",
  QUEUE_KIND_ANONYMOUS_FORM: "queueKind.anonymousForm",
  QUEUE_KIND_CONSULTATION: "queueKind.consultation",
  QUEUE_KIND_PATIENT_TASK: "queueKind.patientTask",
  QUEUE_KIND_SHARED_MESSAGE: "queueKind.sharedMessage",
  QUEUE_KIND_UNKNOWN: "queueKind.unknown",
} as const satisfies Record<QueueKindJson, string>;

export const kindText = (kind: QueueKindJson) => known(kindTexts, kind) ?? kindTexts.QUEUE_KIND_UNKNOWN;

/** Those that a new queue can have. */
export const newKinds = [
  "QUEUE_KIND_MESSAGE",
  "QUEUE_KIND_FORM",
  "QUEUE_KIND_ANONYMOUS_FORM",
  "QUEUE_KIND_CONSULTATION",
  "QUEUE_KIND_PATIENT_TASK",
  "QUEUE_KIND_SHARED_MESSAGE",
] as const satisfies readonly QueueKindJson[];
