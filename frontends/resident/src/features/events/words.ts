/** What kinds of events are called. */
import type { PlainId } from "@kajo/shared/i18n";
import type { Kind } from "./search";

/** One of them. */
export const kindWord = {
  messages: "events.one.message",
  chats: "events.one.chat",
  appointments: "events.one.appointment",
  applications: "events.one.application",
  tasks: "events.one.task",
  surveys: "events.one.survey",
  contents: "events.one.content",
  labresults: "healthRecord.labResult",
  prescriptions: "healthRecord.prescription",
} as const satisfies Record<Kind, PlainId>;

/** All of them. */
export const kindWords = {
  messages: "events.kind.messages",
  chats: "events.kind.chats",
  appointments: "events.kind.appointments",
  applications: "events.kind.applications",
  tasks: "events.kind.tasks",
  surveys: "events.kind.surveys",
  contents: "events.kind.contents",
  labresults: "healthRecord.labResults",
  prescriptions: "healthRecord.prescriptions",
} as const satisfies Record<Kind, PlainId>;
