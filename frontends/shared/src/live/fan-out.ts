/** What a live update makes stale: tags of the API, by aggregate. */
import type { TagDescription } from "@reduxjs/toolkit/query";
import { allButSession, type TagType, tagTypes } from "../rpc/api";
import type { Update } from "../rpc/gen/kajo/live/v1/live_pb";

export type Tag = TagDescription<TagType>;

const byAggregate: Readonly<Record<string, (id: string) => readonly Tag[]>> = {
  conversation: (id) => [{ type: "Conversation", id }, "ConversationList", "TaskList"],
  customer_task: () => ["CustomerTask"],
  appointment: () => ["Appointment"],
  // What was booked with it stands beside it.
  recommendation: () => ["Recommendation", "Appointment", "FreeTime"],
  // A scan that ended shows in the thread that carries the file, in a chat that waits for it, and beside an upload that is not sent yet.
  attachment: (id) => [{ type: "Attachment", id }, "Conversation"],
  category: () => ["Category", "TaskList"],
  account: () => ["Account"],
  feature_flag: () => ["FeatureFlag"],
  session: () => ["Session", "WorkContext"],
  // What is called something else now is called so in lists of what refers to it.
  service: () => [{ type: "Record", id: "service" }, { type: "Record", id: "content_integration" }, "Category"],
  service_category: () => [
    { type: "Record", id: "service_category" },
    { type: "Record", id: "service" },
  ],
  booking_role: () => [
    { type: "Record", id: "booking_role" },
    { type: "Record", id: "appointment_search" },
  ],
  schedule: () => [{ type: "Record", id: "schedule" }],
  // Chosen in another window.
  calendar_choice: () => [{ type: "Record", id: "schedule" }],
  appointment_search: () => [{ type: "Record", id: "appointment_search" }],
  remote_access: () => [{ type: "Record", id: "remote_access" }],
  // What integrations fill stands beside what their source says.
  service_content: () => [
    { type: "Record", id: "service_content" },
    { type: "Record", id: "content_integration" },
  ],
  // What administrators write, and what everybody reads of it.
  document: () => [{ type: "Record", id: "document" }, "Document"],
  notification_template: () => [{ type: "Record", id: "notification_template" }],
  content_integration: () => [{ type: "Record", id: "content_integration" }],
  chat_queue: () => [{ type: "Record", id: "chat_queue" }, "ChatQueue"],
  // Queues that follow it are open at other times now.
  chat_schedule: () => [{ type: "Record", id: "chat_queue" }, "ChatQueue"],
  chat: (id) => [{ type: "Chat", id }, "MyChat", "WaitingChat"],
  // Its id is that of its chat, of which nothing has changed.
  chat_summary: (id) => [{ type: "ChatSummary", id }],
  // Whoever sent it joins with it.
  assessment: () => ["Assessment"],
  // It is told of with its chat, which does not know it before it was invited to it, and wherever somebody is awaited in one.
  call: () => ["Chat", "Call"],
  survey: () => [
    { type: "Record", id: "survey" },
    { type: "Record", id: "survey_access" },
  ],
  survey_access: () => [{ type: "Record", id: "survey_access" }, "PatientSurvey", "SurveyResponse"],
  // What was sent stands beside what was asked for.
  survey_activation: () => ["MySurvey", "PatientSurvey", "SurveyResponse"],
  // What another system has sent.
  survey_response: () => ["SurveyResponse", "PatientSurvey"],
  patient_content: () => ["PatientContent"],
  // Others of its sample, and the plot of the test, are told of with it.
  health_record: () => ["HealthRecord"],
  // What paths run, and what has failed in them, stands in the list of paths.
  path: () => [{ type: "Record", id: "path" }],
  path_category: () => [
    { type: "Record", id: "path_category" },
    { type: "Record", id: "path" },
  ],
  path_execution: () => ["PathExecution", { type: "Record", id: "path" }],
  closure: () => [{ type: "Record", id: "chat_queue" }, "ChatQueue"],
};

export function staleAfter(update: Update, resumed: boolean): readonly Tag[] {
  switch (update.update.case) {
    case "reset":
      return tagTypes;
    case "welcome":
      // What was fetched before a stream that began nowhere may have changed in between.
      return resumed ? [] : allButSession;
    case "changed":
      return byAggregate[update.update.value.aggregate]?.(update.update.value.id) ?? [];
    default:
      return [];
  }
}

/** Gathers tags for a moment, so that a burst of facts about one conversation fetches it once. */
export function createGatherer(invalidate: (tags: Tag[]) => void, schedule: (then: () => void) => void) {
  const gathered = new Map<string, Tag>();
  return (tags: readonly Tag[]) => {
    if (tags.length === 0) return;
    if (gathered.size === 0) {
      schedule(() => {
        const all = [...gathered.values()];
        gathered.clear();
        invalidate(all);
      });
    }
    for (const tag of tags) gathered.set(JSON.stringify(tag), tag);
  };
}
