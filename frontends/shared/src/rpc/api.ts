/**
 * The one API of an app; features add their endpoints with `api.injectEndpoints`. Tags name what live updates make
 * stale (live/fan-out.ts).
 */
import { createApi } from "@reduxjs/toolkit/query/react";
import { grpcBaseQuery } from "./base-query";

export const tagTypes = [
  "Session",
  "OwnSession",
  "Account",
  "Admission",
  "Profile",
  "Terms",
  "WorkContext",
  "Location",
  "RoleGroup",
  "CareTeam",
  "Patient",
  "AccessLog",
  "FeatureFlag",
  "LookupAlert",
  "Conversation",
  "ConversationList",
  "CustomerTask",
  "Appointment",
  "Recommendation",
  // What can be booked, and when.
  "FreeTime",
  "TaskList",
  "Category",
  "Phrase",
  "Attachment",
  // Chat queues as residents find them, and as professionals work through them.
  "ChatQueue",
  // Places in lines and chats: of a resident, one of them, and those that a professional has or may accept.
  "MyChat",
  "Chat",
  "WaitingChat",
  // What a language model has made of a chat.
  "ChatSummary",
  // What somebody has assessed their symptoms to be before a chat: their own, and those of customers.
  "Assessment",
  // Who is in calls, and who waits for them.
  "Call",
  // Surveys: those of the resident, those of a patient, and what was answered.
  "MySurvey",
  "PatientSurvey",
  "SurveyResponse",
  // Contents that were given to patients: those of the resident, and those of a patient.
  "PatientContent",
  // Digital paths of patients, as they run.
  "PathExecution",
  // Laboratory results and prescriptions of the resident.
  "HealthRecord",
  // Devices on which the resident is told that something waits for them.
  "PushDevice",
  // What stands in the residents' app for everybody, as they read it.
  "Document",
  // What the admin panel keeps; the id is the kind of record, as its service calls the aggregate.
  "Record",
] as const;

export type TagType = (typeof tagTypes)[number];

/** What somebody sees, and not who they are. */
export const allButSession: TagType[] = tagTypes.filter((type) => type !== "Session");

export const api = createApi({
  reducerPath: "api",
  baseQuery: grpcBaseQuery,
  tagTypes,
  // A list that was left is fetched anew when one comes back to it after this many seconds.
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
});
