import type { ReactNode } from "react";
import { localized, type MessageId, useLanguage, useText } from "../i18n";
import type { SystemEventJson, SystemEventKindJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { known } from "../rpc/known";
import styles from "./Thread.module.css";

type EventId = Extract<MessageId, `thread.event.${string}`>;

/** The twelve system events of CON-25. */
const texts: Readonly<Record<Exclude<SystemEventKindJson, "SYSTEM_EVENT_KIND_UNSPECIFIED">, EventId>> = {
  SYSTEM_EVENT_KIND_ASSIGNED_TO_OTHER: "thread.event.assignedToOther",
  SYSTEM_EVENT_KIND_ASSIGNED_TO_SELF: "thread.event.assignedToSelf",
  SYSTEM_EVENT_KIND_CLOSED: "thread.event.closed",
  SYSTEM_EVENT_KIND_DONE: "thread.event.done",
  SYSTEM_EVENT_KIND_CLOSED_AND_DONE: "thread.event.closedAndDone",
  SYSTEM_EVENT_KIND_CUSTOMER_MARKED_DONE: "thread.event.customerMarkedDone",
  SYSTEM_EVENT_KIND_FORWARDED_TO_QUEUE: "thread.event.forwardedToQueue",
  SYSTEM_EVENT_KIND_RETURNED_TO_QUEUE: "thread.event.returnedToQueue",
  SYSTEM_EVENT_KIND_PRACTITIONER_PARTICIPATED: "thread.event.practitionerParticipated",
  SYSTEM_EVENT_KIND_CONSULTATION_REQUESTED: "thread.event.consultationRequested",
  SYSTEM_EVENT_KIND_JOINED: "thread.event.joined",
  SYSTEM_EVENT_KIND_PICKED: "thread.event.picked",
};

export function SystemEventLine({ event, time }: { readonly event: SystemEventJson; readonly time: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  if (event.kind === undefined || event.kind === "SYSTEM_EVENT_KIND_UNSPECIFIED") return null;
  const text = known(texts, event.kind);
  // Of an event that this page does not know there is nothing to tell.
  if (!text) return null;
  const values = {
    actor: event.actorName || t("thread.practitioner"),
    target: event.targetName || t("thread.practitioner"),
    queue: localized(language, event.queueName) || t("thread.queue"),
  };
  return (
    <p className={styles.event} data-kind={event.kind}>
      <span>{t(text, values as never)}</span> {time}
    </p>
  );
}
