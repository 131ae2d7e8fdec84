import type { Ask, Going } from "@kajo/shared/app";
import { appointmentsApi } from "../appointments/api";
import { chatApi } from "../chat/api";
import { healthRecordsApi } from "../health-records/api";
import { inboxApi } from "../inbox/api";
import { patientContentApi } from "../patient-content/api";
import { surveysApi } from "../surveys/api";
import { taskApi } from "../task/api";
import { eventsApi } from "./api";
import { eventsSearch, isAsked } from "./search";

const { listMyAppointments } = appointmentsApi.endpoints;
const { listMySurveys } = surveysApi.endpoints;
const { listMyCustomerTasks } = taskApi.endpoints;
const { listMyContents } = patientContentApi.endpoints;
const { listMyLabResults, listMyPrescriptions } = healthRecordsApi.endpoints;

/** What is to come, and what happened of the chosen kind. */
export function ahead(ask: Ask, { search }: Going): void {
  const { kind } = eventsSearch(search);
  void ask(listMyAppointments.initiate({ past: false }));
  void ask(listMySurveys.initiate({ list: "MY_SURVEY_LIST_TO_ANSWER" }));
  void ask(listMyCustomerTasks.initiate({ finished: false }));
  void ask(listMyContents.initiate({ list: "MY_CONTENT_LIST_UNREAD" }));
  void ask(chatApi.endpoints.listMyChats.initiate({}));
  if (isAsked(kind, "messages", "applications")) {
    void ask(inboxApi.endpoints.listMyConversations.initiate(undefined));
  }
  if (isAsked(kind, "chats")) void ask(eventsApi.endpoints.listMyEndedChats.initiate(undefined));
  if (isAsked(kind, "appointments")) void ask(listMyAppointments.initiate({ past: true }));
  if (isAsked(kind, "tasks")) void ask(listMyCustomerTasks.initiate({ finished: true }));
  if (isAsked(kind, "surveys")) {
    void ask(listMySurveys.initiate({ list: "MY_SURVEY_LIST_ANSWERED" }));
    void ask(listMySurveys.initiate({ list: "MY_SURVEY_LIST_PAST" }));
  }
  if (isAsked(kind, "contents")) void ask(listMyContents.initiate({ list: "MY_CONTENT_LIST_PAST" }));
  if (isAsked(kind, "labresults")) void ask(listMyLabResults.initiate(undefined));
  if (isAsked(kind, "prescriptions")) void ask(listMyPrescriptions.initiate(undefined));
}
