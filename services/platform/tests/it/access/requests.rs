//! Requests that hold what the contract asks for, so that nothing but the right of the caller decides.

use chassis::{Clock, clock::Ids};
use chassis_domain::demo_id;
use kajo_proto::{methods::Method, options::v1::Caller as Who};
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage, Value};

use super::{
    callers::Caller,
    listed,
    objects::{Objects, Relation, VISIT, place, queue_of_consultations, queue_of_doctors, queue_of_tasks, seat_of, ssn},
    values::{assessed, in_five_weeks, is_filled, payload, person},
};
use crate::browser::Browser;

/// The contract, by reflection.
pub(crate) struct Contract(DescriptorPool);

/// What a request is about.
pub(crate) struct About<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) relation: Relation,
}

impl Contract {
    pub(crate) fn new() -> Self {
        Self(DescriptorPool::decode(kajo_proto::DESCRIPTORS).unwrap())
    }

    pub(crate) fn input(&self, method: &Method) -> MessageDescriptor {
        self.method(method).input()
    }

    pub(crate) fn output(&self, method: &Method) -> MessageDescriptor {
        self.method(method).output()
    }

    fn method(&self, method: &Method) -> prost_reflect::MethodDescriptor {
        self.0.get_service_by_name(method.service).unwrap().methods().find(|found| found.name() == method.name).unwrap()
    }

    fn extension(&self, field: &FieldDescriptor, name: &str) -> Option<Value> {
        let extension = self.0.get_extension_by_name(&format!("kajo.options.v1.{name}")).unwrap();
        let options = field.options();
        options.has_extension(&extension).then(|| options.get_extension(&extension).into_owned())
    }

    /// What the id in this field names.
    pub(super) fn id_of(&self, field: &FieldDescriptor) -> Option<String> {
        self.extension(field, "id_of").and_then(|value| value.as_str().map(str::to_owned))
    }

    fn rule(&self, field: &FieldDescriptor, name: &str) -> bool {
        let rules = self.extension(field, "rules");
        rules.and_then(|rules| rules.as_message()?.get_field_by_name(name)?.as_bool()).unwrap_or_default()
    }

    /// A request of this method.
    pub(crate) async fn request(&self, method: &Method, about: &About<'_>, objects: &mut Objects) -> DynamicMessage {
        listed::there(method, about, objects).await;
        let mut message = DynamicMessage::new(self.input(method));
        self.fill(&mut message, method, about, objects).await;
        self.revise(&mut message, method, about.caller).await;
        message
    }

    async fn fill(&self, message: &mut DynamicMessage, method: &Method, about: &About<'_>, objects: &mut Objects) {
        let fields: Vec<_> = message.descriptor().fields().collect();
        for field in fields {
            let value = match field.kind() {
                Kind::Message(inner) if method.name == "SubmitAssessment" => Some(Value::Message(assessed(inner, about.caller.about))),
                Kind::Message(inner) if self.rule(&field, "required") || is_filled(&field) => {
                    let mut part = DynamicMessage::new(inner);
                    Box::pin(self.fill(&mut part, method, about, objects)).await;
                    Some(Value::Message(part))
                }
                Kind::Enum(_) if self.rule(&field, "defined") || method.name == "GetPublishedDocuments" => Some(Value::EnumNumber(1)),
                Kind::Bool if matches!(field.name(), "confirmed" | "again") => Some(Value::Bool(true)),
                Kind::Uint32 if field.name() == "consent_version" => Some(Value::U32(1)),
                // Of the two versions of a survey the newer one is answered.
                Kind::Uint32 if method.service.ends_with("MySurveyService") || matches!(method.name, "SendForm" | "SubmitAssessment") => {
                    Some(Value::U32(2))
                }
                // Of what was published there is a first version.
                Kind::Uint32 if field.name() == "published_version" => Some(Value::U32(1)),
                // The first message of a chat.
                Kind::Uint32 if method.name == "MarkChat" => Some(Value::U32(1)),
                // The only link of the first message.
                Kind::Uint64 | Kind::Uint32 if method.name == "CheckLink" => {
                    Some(if field.kind() == Kind::Uint64 { Value::U64(1) } else { Value::U32(1) })
                }
                Kind::Bytes if self.rule(&field, "required") => Some(Value::Bytes(payload(method, about, objects))),
                Kind::String => self.text(&field, method, about, objects).await.map(Value::String),
                _ => None,
            };
            if let Some(value) = value {
                message.set_field(&field, if field.is_list() { Value::List(vec![value]) } else { value });
            }
        }
    }

    async fn text(&self, field: &FieldDescriptor, method: &Method, about: &About<'_>, objects: &mut Objects) -> Option<String> {
        if let Some(kind) = self.id_of(field) {
            return self.id(&kind, field, method, about, objects).await;
        }
        let text = match field.name() {
            // Whose code it is that the service asks by: somebody's.
            "national_ids" => ssn(about.caller.about),
            "ssn" => match about.relation {
                // Not the one whose data are asked for: to look somebody up is to open their data.
                Relation::There => ssn("eino"),
                Relation::Protected => ssn("salme"),
                _ => "131052-308T",
            },
            "first_name" | "last_name" => "Nimi",
            // A name in each language is nobody else's.
            "fi" | "sv" | "en" if field.parent_message().full_name() == "kajo.common.v1.Translated" => return Some(objects.fresh_name()),
            // Of what is kept in the admin panel everything has a name.
            "fields" if method.name == "SaveAppointmentSearch" => "administrative_name",
            "fields" if method.name == "SaveRemoteAccess" => "restricted",
            "fields" if method.name == "SaveSurveyAccess" => "role_ids",
            "fields" if method.package == "kajo.survey.v1" => "title",
            "fields" if method.service.ends_with(".DocumentService") || method.service.ends_with(".NotificationTemplateService") => "sv",
            // Nothing is set: it stays as it is.
            "fields" if method.name == "SaveChatSchedule" => return None,
            "fields" => "name",
            "name" | "administrative_name" | "directory_group" | "topic" => return Some(objects.fresh_name()),
            // Words in force are not published again.
            "title" if method.service.ends_with(".DocumentService") => return Some(objects.fresh_name()),
            "subject" => return Some(objects.fresh_name()),
            // What residents are told leads to the app, and on a device by itself.
            "email" | "sms" if field.parent_message().full_name() == "kajo.content.v1.NotificationWords" => "{link}",
            "push" if field.parent_message().full_name() == "kajo.content.v1.NotificationWords" => "Kajo",
            // As a browser would have it: one device, which tells whoever has switched it on last.
            "endpoint" | "key" | "secret" if method.name == "SwitchPushOn" => return Some(objects.of_subscription(field.name()).await),
            "url_tail" if matches!(method.name, "FindForm" | "GetPublicForm") => return Some(objects.tail_of_form(about.relation).await),
            // One that no queue has.
            "url_tail" => "uusi-lomake",
            "sitting" => return Some(objects.sitting_of_form(about.relation).await),
            // Each command is another one.
            "command_id" => return Some(Ids::system().v7(Clock::system().now()).to_string()),
            // Whose call the other service opens: any appointment's, for anybody.
            "appointment_id" | "person_id" | "at_screen_id" | "patient_id" if method.service.ends_with("AppointmentCallService") => {
                return Some(Ids::system().v7(Clock::system().now()).to_string());
            }
            // What a path gives is new.
            "patient_content_id" | "survey_activation_id" | "recommendation_id" | "customer_task_id" | "path_id" | "path_execution_id"
                if method.name.starts_with("Give") =>
            {
                return Some(Ids::system().v7(Clock::system().now()).to_string());
            }
            // With which whoever is in the call has come; another one than waits there.
            "seat_id" => seat_of(about.caller.kind),
            "participant_id" if method.name == "AdmitToCall" => return Some(objects.id("participant", "", Relation::Missing).await),
            "secret" => return Some(objects.secret(about.caller.about, about.relation)),
            "source_id" => "6f1f1d5e-7c0b-4d0a-9d7e-2b5d9a3c0001",
            // A month in the middle of what is planned, and a day of it.
            "month" => return Some(in_five_weeks().strftime("%Y-%m").to_string()),
            "date" if matches!(method.name, "ListTimes" | "ListTimesForPatient" | "ListCalendar") => return Some(in_five_weeks().to_string()),
            "valid_from" => "2026-01-01",
            "kind" if method.package == "kajo.scheduling.v1" => "booking_role",
            "kind" if method.package == "kajo.survey.v1" => "survey",
            "kind" if method.package == "kajo.digipath_engine.v1" => "path",
            "kind" => "service",
            "redirect_uri" => "http://localhost:1/api/session/callback",
            "email" => "aino@kajo.example",
            "fi" | "sv" | "en" | "sme" | "smn" | "sms" => "Ehdot",
            "title" | "instruction" | "text" | "reason" | "code" | "state" | "callback_secret" | "session_secret" | "ticket" | "logout_token" => {
                "000000"
            }
            _ => return None,
        };
        Some(text.to_owned())
    }

    async fn id(&self, kind: &str, field: &FieldDescriptor, method: &Method, about: &About<'_>, objects: &mut Objects) -> Option<String> {
        let missing = about.relation == Relation::Missing;
        let whose = about.caller.about;
        match kind {
            // Lists of what may be named, and a patient beside a conversation: left out.
            _ if matches!(method.name, "NameAccessors" | "NameRepresentatives") && field.is_list() => None,
            "patient" if method.name.ends_with("Draft") => None,
            "person" if method.name == "NameRepresentatives" => Some(person("aino")),
            "phrase" if method.name == "RemovePhrase" => Some(objects.id("phrase", whose, Relation::Missing).await),
            "lookup_alert" => Some(objects.id("lookup_alert", whose, Relation::Missing).await),
            "access_entry" if method.service.ends_with("AccessLogService") => Some(objects.patient_entry().await),
            "access_entry" => Some(objects.id("access_entry", whose, about.relation).await),
            "service_area" if matches!(method.name, "SaveCareTeam" | "SaveCategory" | "SaveLocation" | "SavePatientInfo" | "AddPatient") => {
                Some(identity::demo::service_area_id("lehtola").to_string())
            }
            "person" if matches!(method.name, "GetBooker" | "GetContactCards" | "GetContactPoints" | "BindAttachments") => Some(person("aino")),
            "service" if method.service.ends_with("BookingService") => Some(demo_id("service", "nurse-appointment").to_string()),
            "service" if matches!(method.name, "AdmitServices" | "ActivateRecommendation" | "GiveRecommendation") => {
                Some(demo_id("service", "nurse-appointment").to_string())
            }
            // Everything else of what is looked for may be any.
            "booking_role" | "location" | "appointment" if field.parent_message().name() == "TimeFilter" => None,
            "appointment" if method.service.ends_with("RemoteAppointmentService") => {
                Some(objects.id("remote_appointment", whose, about.relation).await)
            }
            "appointment" => Some(objects.id("appointment", whose, about.relation).await),
            // A guest, who is new.
            "party" | "practitioner" if method.name == "SaveParticipant" => None,
            // Each missing one is another: after ten tries a link is shut.
            "party" if missing && method.service.ends_with("MeetingService") => Some(Ids::system().v7(Clock::system().now()).to_string()),
            "party" if method.service.ends_with("MeetingService") => Some(objects.id("invitation", whose, about.relation).await),
            "party" => Some(objects.id("party", whose, about.relation).await),
            "recommendation" if method.name == "WithdrawRecommendation" => Some(objects.id("recommendation", whose, about.relation).await),
            "offer" => Some(objects.offer().await),
            "hold" => Some(objects.id("hold", whose, Relation::Missing).await),
            "subcategory" if matches!(method.name, "ActivateCustomerTask" | "GiveTask") => Some(queue_of_tasks()),
            "subcategory" if matches!(method.name, "AdmitForm" | "GetForm" | "SendForm") => Some(objects.queue_of_forms(about.relation).await),
            "customer_task" => Some(objects.id("customer_task", whose, about.relation).await),
            // The patient is open; from which conversation answers are read is tried in `surveys`.
            "conversation" if method.service.ends_with("SurveyResultService") => None,
            "conversation" => Some(objects.id("conversation", whose, about.relation).await),
            "attachment" if method.name == "MayReadChat" => Some(objects.file_of_chat(whose, about.relation).await),
            "attachment" if method.name == "GetAttachments" || !field.is_list() => Some(objects.id("attachment", whose, about.relation).await),
            // As for a lookup: to open somebody is to open their data.
            "patient" if method.name == "OpenPatient" => Some(objects.id("patient", "eino", about.relation).await),
            "patient" => Some(objects.id("patient", whose, about.relation).await),
            "location" if method.name == "ChooseWorkContext" => Some(identity::demo::location_id("lehtola").to_string()),
            "location" if matches!(method.name, "SaveAppointmentSearch" | "SaveSchedule" | "SaveRemoteAccess") => {
                Some(identity::demo::location_id("lehtola").to_string())
            }
            // Somebody works there.
            "location" if !missing && method.name == "ListWorkersAt" => Some(identity::demo::location_id("lehtola").to_string()),
            "location" => Some(objects.id("location", whose, about.relation).await),
            "role_group" => Some(objects.id("role_group", whose, about.relation).await),
            "care_team" if method.name == "ChooseCareTeam" => Some(identity::demo::care_team_id("koivu").to_string()),
            "care_team" => Some(objects.id("care_team", whose, about.relation).await),
            "service_category" => Some(objects.id("service_category", whose, about.relation).await),
            "booking_role" if method.name == "SaveAppointmentSearch" => Some(demo_id("booking-role", "nurse").to_string()),
            "schedule" if method.name == "SaveAppointmentSearch" => Some(demo_id("schedule", "liisa-lehtola").to_string()),
            "service" if matches!(method.name, "SaveAppointmentSearch" | "SaveSchedule") => Some(demo_id("service", "nurse-appointment").to_string()),
            "booking_role" => Some(objects.id("booking_role", whose, about.relation).await),
            // Of one that was asked for already another is refused.
            "chat" if method.service.ends_with("ChatSummaryService") && method.name != "RequestChatSummary" => {
                Some(objects.id("summarised_chat", whose, about.relation).await)
            }
            "chat" if about.caller.kind == Some(Who::Visitor) => Some(objects.id("chat", VISIT, about.relation).await),
            "chat" if matches!(method.name, "GetChatAssessment" | "GetChatCustomer") => {
                Some(objects.id("assessed_chat", whose, about.relation).await)
            }
            "chat" => Some(objects.id("chat", whose, about.relation).await),
            "call" if about.caller.kind == Some(Who::Visitor) => Some(objects.call_in_chat(VISIT, about.relation).await),
            "call" => Some(objects.call_in_chat(whose, about.relation).await),
            // Who asks on behalf, or in a visit, has answered nothing yet.
            "chat_queue" if method.name == "GetAssessment" => Some(objects.id("answered_chat_queue", whose, about.relation).await),
            "chat_queue" if method.name == "SubmitAssessment" => Some(objects.id("asking_chat_queue", whose, about.relation).await),
            "chat_queue" if method.name == "JoinChatQueue" => Some(objects.id("own_chat_queue", whose, about.relation).await),
            "chat_queue" if method.name == "AcceptNextChat" => Some(objects.queue_of_chat(whose, about.relation).await),
            "chat_queue" => Some(objects.id("chat_queue", whose, about.relation).await),
            // Of one that has remote appointments.
            "schedule" if !missing && method.name == "ListRemoteAppointments" => Some(demo_id("schedule", "liisa-video").to_string()),
            "schedule" => Some(objects.id("schedule", whose, about.relation).await),
            // Of one that has times.
            "appointment_search" if !missing && method.name == "TryAppointmentSearch" => {
                Some(demo_id("appointment-search", "liisa-lehtola").to_string())
            }
            "appointment_search" => Some(objects.id("appointment_search", whose, about.relation).await),
            "service_content" => Some(objects.id("service_content", whose, about.relation).await),
            "document" => Some(objects.id("document", whose, about.relation).await),
            "notification_template" => Some(objects.id("notification_template", whose, about.relation).await),
            // Of one that has answers.
            "survey" if method.service.ends_with("SurveyResultService") => {
                objects.id("survey_response", whose, about.relation).await;
                Some(objects.id("survey", whose, about.relation).await)
            }
            "survey" if method.name == "GetAssessmentForm" => Some(objects.id("symptom_survey", whose, about.relation).await),
            // Nobody assesses anything in the queue that is saved.
            "survey" if method.name == "SaveChatQueue" => None,
            "survey" => Some(objects.id("survey", whose, about.relation).await),
            "survey_activation" => Some(objects.id("survey_activation", whose, about.relation).await),
            "path" => Some(objects.id("path", whose, about.relation).await),
            "path_category" => Some(objects.id("path_category", whose, about.relation).await),
            "path_execution" => Some(objects.id("path_execution", whose, about.relation).await),
            "survey_response" => Some(objects.id("survey_response", whose, about.relation).await),
            "form_response" => Some(objects.id("form_response", whose, about.relation).await),
            "patient_content" => Some(objects.id("patient_content", whose, about.relation).await),
            "push_device" => Some(objects.id("push_device", whose, about.relation).await),
            "health_record" if method.name == "GetMyPrescription" => Some(objects.id("prescription", whose, about.relation).await),
            "health_record" => Some(objects.id("lab_result", whose, about.relation).await),
            "integrator" => Some(objects.id("integrator", whose, about.relation).await),
            "content_integration" => Some(objects.id("content_integration", whose, about.relation).await),
            "role" if missing && method.name == "ChooseWorkContext" => Some(objects.id("role", whose, Relation::Missing).await),
            "role" => Some(identity::demo::role_id("nurse").to_string()),
            "session" if method.name == "EndMySession" => {
                // Who is not known, or not let in, is signed in nowhere else: any session is as good.
                let may_be = !about.caller.person.is_empty() && about.caller.mandates.is_none();
                let is_let_in = may_be && !matches!(about.caller.kind, Some(Who::Identified | Who::ResidentEntering));
                Some(objects.id("session", if is_let_in { about.caller.person } else { whose }, about.relation).await)
            }
            "practitioner" => Some(person("helmi")),
            // A new queue, or all of a category.
            "subcategory" if method.service.ends_with("CategoryAdminService") => None,
            "category" if method.service.ends_with("CategoryAdminService") => Some(objects.id("category", whose, about.relation).await),
            "service" if method.name == "SaveQueue" => Some(demo_id("service", "nurse-appointment").to_string()),
            "service" => Some(objects.id("service", whose, about.relation).await),
            "subcategory" if matches!(method.name, "RequestConsultation" | "RequestPatientConsultation") => Some(queue_of_consultations()),
            "subcategory" if method.name.starts_with("Start") => Some(place(about.relation).subcategory_id),
            "subcategory" if !field.is_list() => Some(queue_of_doctors()),
            "category" => Some(place(about.relation).category_id),
            "service_area" if missing => Some(objects.id("service_area", whose, Relation::Missing).await),
            "service_area" if method.name == "SaveServiceArea" => Some(identity::demo::service_area_id("lehtola").to_string()),
            "service_area" => Some(place(about.relation).service_area_id),
            _ => None,
        }
    }

    /// Numbers of what the caller has read last: without them a change would be refused for another reason.
    async fn revise(&self, message: &mut DynamicMessage, method: &Method, caller: &Caller) {
        let Some(browser) = caller.web() else { return };
        let (getter, from, to) = match method.name {
            "SaveContactInfo" => ("identity.v1.ProfileService/GetMyProfile", "revisions.contact_info", "revision"),
            "SaveNotifications" => ("identity.v1.ProfileService/GetMyProfile", "revisions.notifications", "revision"),
            "SaveServiceArea" => ("identity.v1.ProfileService/GetMyProfile", "revisions.service_area", "revision"),
            "SaveTermsDraft" | "PublishTerms" => ("identity.v1.TermsService/GetTermsDraft", "revision", "revision"),
            "AcceptTerms" => ("identity.v1.TermsService/GetTerms", "version", "version"),
            "SavePatientInfo" => ("identity.v1.PatientService/GetPatient", "patient.version", "version"),
            "SaveLocation" => ("identity.v1.LocationService/GetLocation", "location.version", "version"),
            "SaveCareTeam" => ("identity.v1.CareTeamService/GetCareTeam", "care_team.version", "version"),
            "SaveServiceCategory" => ("content.v1.ServiceCategoryService/GetServiceCategory", "service_category.version", "version"),
            "SaveBookingRole" => ("scheduling.v1.BookingRoleService/GetBookingRole", "booking_role.version", "version"),
            "SaveSchedule" => ("scheduling.v1.ScheduleService/GetSchedule", "schedule.version", "version"),
            "SaveAppointmentSearch" => ("scheduling.v1.AppointmentSearchService/GetAppointmentSearch", "appointment_search.version", "version"),
            "SaveChatQueue" => ("chat_queue.v1.ChatQueueService/GetChatQueue", "chat_queue.version", "version"),
            "SaveChatSchedule" => ("chat_queue.v1.ChatScheduleService/GetChatSchedule", "version", "version"),
            "SaveRemoteAccess" => ("scheduling.v1.RemoteAccessService/GetRemoteAccess", "version", "version"),
            "SaveServiceContentDraft" | "PublishServiceContent" | "RollBackServiceContent" => {
                ("content.v1.ServiceContentService/GetServiceContent", "service_content.version", "version")
            }
            "SaveDocumentDraft" | "PublishDocument" | "RollBackDocument" => ("content.v1.DocumentService/GetDocument", "document.version", "version"),
            "SaveNotificationTemplateDraft" | "PublishNotificationTemplate" | "RollBackNotificationTemplate" => {
                ("content.v1.NotificationTemplateService/GetNotificationTemplate", "notification_template.version", "version")
            }
            "SaveSurveyDraft" | "PublishSurvey" | "RollBackSurvey" => ("survey.v1.SurveyService/GetSurvey", "survey.version", "version"),
            "SaveSurveyAccess" | "ClearSurveyAccess" => ("survey.v1.SurveyAccessService/GetSurveyAccess", "access.version", "version"),
            "SavePathCategory" => ("digipath_engine.v1.PathCategoryService/GetPathCategory", "path_category.version", "version"),
            "SavePathDraft" | "PublishPath" | "RollBackPath" => ("digipath_engine.v1.PathService/GetPath", "path.version", "version"),
            "SaveContentIntegration" => ("content.v1.ContentIntegrationService/GetContentIntegration", "content_integration.version", "version"),
            "SaveService" => ("content.v1.ServiceService/GetService", "service.version", "version"),
            "SaveCategory" => ("conversations.v1.CategoryAdminService/GetCategory", "category.version", "version"),
            "SaveRoleGroup" => ("identity.v1.RoleGroupService/GetRoleGroup", "role_group.version", "version"),
            "SaveIntegrator" => ("identity.v1.IntegratorService/GetIntegrator", "integrator.version", "version"),
            _ => return,
        };
        if let Some(number) = self.number(browser, getter, from, message).await {
            let field = message.descriptor().get_field_by_name(to).unwrap();
            let value = if field.kind() == Kind::Uint64 { Value::U64(number) } else { Value::U32(u32::try_from(number).unwrap()) };
            message.set_field(&field, value);
        }
    }

    async fn number(&self, browser: &Browser, getter: &str, from: &str, message: &DynamicMessage) -> Option<u64> {
        let method = kajo_proto::methods::find(&format!("/kajo.{getter}")).unwrap();
        let mut asked = DynamicMessage::new(self.input(method));
        for name in [
            "patient_id",
            "location_id",
            "care_team_id",
            "role_group_id",
            "integrator_id",
            "service_category_id",
            "content_integration_id",
            "service_content_id",
            "document_id",
            "notification_template_id",
            "service_id",
            "category_id",
            "booking_role_id",
            "schedule_id",
            "chat_queue_id",
            "appointment_search_id",
            "survey_id",
            "path_id",
            "path_category_id",
        ] {
            if let (Some(id), Some(field)) = (message.get_field_by_name(name), asked.descriptor().get_field_by_name(name)) {
                asked.set_field(&field, id.into_owned());
            }
        }
        let answer = browser.ask(method.path, &asked).await.ok()?;
        let mut value = Value::Message(DynamicMessage::decode(self.output(method), answer.as_slice()).unwrap());
        for name in from.split('.') {
            value = value.as_message()?.get_field_by_name(name)?.into_owned();
        }
        value.as_u64().or_else(|| value.as_u32().map(u64::from))
    }
}
