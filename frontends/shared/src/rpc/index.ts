export { api, type TagType, tagTypes } from "./api";
export {
  type CallContext,
  type Command,
  command,
  type In,
  type Out,
  platformHeader,
  rpc,
  type Unary,
} from "./base-query";
export type { AppDispatch } from "./dispatch";
export { explained } from "./explained";
export {
  type FieldFailure,
  isEntering,
  isFault,
  isPassing,
  isRpcFailure,
  isSignedOut,
  type RpcFailure,
} from "./failure";
export * from "./gen/kajo/chat_queue/v1/assessment_pb";
export * from "./gen/kajo/chat_queue/v1/call_pb";
export * from "./gen/kajo/chat_queue/v1/chat_call_pb";
export * from "./gen/kajo/chat_queue/v1/chat_pb";
export * from "./gen/kajo/chat_queue/v1/chat_queue_pb";
export * from "./gen/kajo/chat_queue/v1/chat_schedule_pb";
export * from "./gen/kajo/chat_queue/v1/chat_summary_pb";
export * from "./gen/kajo/chat_queue/v1/chat_work_pb";
export * from "./gen/kajo/chat_queue/v1/closure_pb";
export * from "./gen/kajo/chat_queue/v1/hours_pb";
export * from "./gen/kajo/chat_queue/v1/offered_pb";
export * from "./gen/kajo/chat_queue/v1/place_pb";
export * from "./gen/kajo/chat_queue/v1/waiting_pb";
export * from "./gen/kajo/chat_queue/v1/whispers_pb";
export * from "./gen/kajo/common/v1/access_log_pb";
export * from "./gen/kajo/common/v1/common_pb";
export * from "./gen/kajo/common/v1/deletion_pb";
export * from "./gen/kajo/common/v1/name_pb";
export * from "./gen/kajo/common/v1/rich_text_pb";
export * from "./gen/kajo/content/v1/content_integration_pb";
export * from "./gen/kajo/content/v1/document_pb";
export * from "./gen/kajo/content/v1/health_record_pb";
export * from "./gen/kajo/content/v1/my_content_pb";
export * from "./gen/kajo/content/v1/name_pb";
export * from "./gen/kajo/content/v1/notification_template_pb";
export * from "./gen/kajo/content/v1/patient_content_pb";
export * from "./gen/kajo/content/v1/patient_content_state_pb";
export * from "./gen/kajo/content/v1/published_content_pb";
export * from "./gen/kajo/content/v1/published_document_pb";
export * from "./gen/kajo/content/v1/push_pb";
export * from "./gen/kajo/content/v1/rich_text_pb";
export * from "./gen/kajo/content/v1/service_category_pb";
export * from "./gen/kajo/content/v1/service_content_pb";
export * from "./gen/kajo/content/v1/service_pb";
export * from "./gen/kajo/conversations/v1/access_explanation_pb";
export * from "./gen/kajo/conversations/v1/access_log_pb";
export * from "./gen/kajo/conversations/v1/attachment_pb";
export * from "./gen/kajo/conversations/v1/category_admin_pb";
export * from "./gen/kajo/conversations/v1/category_pb";
export * from "./gen/kajo/conversations/v1/conversation_pb";
export * from "./gen/kajo/conversations/v1/customer_task_pb";
export * from "./gen/kajo/conversations/v1/deletion_pb";
export * from "./gen/kajo/conversations/v1/file_pb";
export * from "./gen/kajo/conversations/v1/form_pb";
export * from "./gen/kajo/conversations/v1/phrase_pb";
export * from "./gen/kajo/conversations/v1/task_pb";
export * from "./gen/kajo/digipath_engine/v1/execution_pb";
export { NameService as DigipathNameService } from "./gen/kajo/digipath_engine/v1/name_pb";
export * from "./gen/kajo/digipath_engine/v1/path_category_pb";
export * from "./gen/kajo/digipath_engine/v1/path_pb";
export * from "./gen/kajo/digipath_engine/v1/plan_pb";
export * from "./gen/kajo/identity/v1/access_log_pb";
export * from "./gen/kajo/identity/v1/account_pb";
export * from "./gen/kajo/identity/v1/admission_pb";
export * from "./gen/kajo/identity/v1/care_team_pb";
export * from "./gen/kajo/identity/v1/device_pb";
export * from "./gen/kajo/identity/v1/feature_flag_pb";
export * from "./gen/kajo/identity/v1/integrator_pb";
export * from "./gen/kajo/identity/v1/location_pb";
export * from "./gen/kajo/identity/v1/lookup_alert_pb";
export * from "./gen/kajo/identity/v1/own_sessions_pb";
export * from "./gen/kajo/identity/v1/panel_pb";
export * from "./gen/kajo/identity/v1/patient_pb";
export * from "./gen/kajo/identity/v1/professional_pb";
// Service areas have a message in each service that names them.
export {
  type ContactPointJson,
  type NotificationChannelJson,
  type OnboardingStepJson,
  ProfileService,
} from "./gen/kajo/identity/v1/profile_pb";
export * from "./gen/kajo/identity/v1/role_group_pb";
export * from "./gen/kajo/identity/v1/terms_pb";
export * from "./gen/kajo/identity/v1/work_context_pb";
export * from "./gen/kajo/identity/v1/workplace_pb";
export * from "./gen/kajo/scheduling/v1/access_log_pb";
export * from "./gen/kajo/scheduling/v1/appointment_pb";
export * from "./gen/kajo/scheduling/v1/appointment_search_pb";
export * from "./gen/kajo/scheduling/v1/booking_pb";
export * from "./gen/kajo/scheduling/v1/booking_role_pb";
// Every service that tells of what is live is asked for its audience by the same name.
export {
  type CalendarEntryJson,
  type CalendarExceptionJson,
  type CalendarFreeTimeJson,
  type CalendarScheduleJson,
  CalendarService,
  type GetCalendarAppointmentResponseJson,
} from "./gen/kajo/scheduling/v1/calendar_pb";
export * from "./gen/kajo/scheduling/v1/common_pb";
export * from "./gen/kajo/scheduling/v1/meeting_pb";
// Every owner of names has a service of this name.
export { NameService as SchedulingNameService } from "./gen/kajo/scheduling/v1/name_pb";
export * from "./gen/kajo/scheduling/v1/participant_pb";
export * from "./gen/kajo/scheduling/v1/patient_booking_pb";
export * from "./gen/kajo/scheduling/v1/recommendation_pb";
export * from "./gen/kajo/scheduling/v1/remote_access_pb";
export * from "./gen/kajo/scheduling/v1/remote_pb";
export * from "./gen/kajo/scheduling/v1/schedule_pb";
export * from "./gen/kajo/survey/v1/activation_pb";
export * from "./gen/kajo/survey/v1/form_pb";
export * from "./gen/kajo/survey/v1/my_survey_pb";
export { NameService as SurveyNameService } from "./gen/kajo/survey/v1/name_pb";
export * from "./gen/kajo/survey/v1/public_form_pb";
export * from "./gen/kajo/survey/v1/result_pb";
export * from "./gen/kajo/survey/v1/survey_access_pb";
export * from "./gen/kajo/survey/v1/survey_pb";
export { createGrpcWebTransport } from "./grpc-web-transport";
export { newIdempotencyKey } from "./idempotency-key";
export { Intent, type IntentStorage } from "./intent";
export { failureOfHttp, type JsonResult, jsonCall } from "./json-call";
export { known, unknownState } from "./known";
export { partingCall } from "./parting-call";
export { serverAheadMs } from "./server-time";
export { newTrace } from "./trace";
export { CallError, type CallOptions, Code, type Transport } from "./transport";
export { useIntent } from "./use-intent";
export { useServerNow } from "./use-server-now";
