//! What the calls are about. Each thing is made the way people make it, kept while nobody has changed it, and made anew after.

mod appointments;
mod assessments;
mod calls;
mod chat_queue;
mod chats;
mod contents;
mod health_records;
mod kept;
mod paths;
mod push_devices;
mod relation;
mod survey;

use std::collections::HashMap;

pub(crate) use appointments::{book, link_to, plan_anew};
pub(crate) use calls::seat_of;
use chassis::{Clock, testkit::eventually};
use chassis_domain::demo_id;
use gateway::App;
use identity::demo::service_area_id;
use kajo_proto::{
    common::v1::{Matter, PageRequest},
    conversations::v1::{
        ActivateCustomerTaskRequest, ActivateCustomerTaskResponse, EndConversationRequest, EndConversationResponse, GetConversationRequest,
        ListMyMessageAccessRequest, ListMyMessageAccessResponse, MarkDoneRequest, MarkDoneResponse, ParticipateInConversationRequest,
        ParticipateInConversationResponse, RequestConsultationRequest, RequestConsultationResponse, StartConversationRequest,
        TakeConversationRequest, TakeConversationResponse, TaskDue, TaskDueUnit,
    },
    identity::v1::{
        AccessLogEntry, GetTermsDraftRequest, GetTermsDraftResponse, Ground, LegalTexts, ListMyAccessLogRequest, ListMyAccessLogResponse,
        ListMySessionsRequest, ListMySessionsResponse, LookUpPatientRequest, LookUpPatientResponse, PublishTermsRequest, PublishTermsResponse,
    },
};
pub(crate) use relation::Relation;
use uuid::Uuid;

use crate::{
    access::callers::Caller,
    browser::Browser,
    deletion::{PIXEL, upload_file},
    journey::{start, until_clean},
    world::World,
};

const TASKS: &str = "/kajo.conversations.v1.TaskService";
const CONVERSATIONS: &str = "/kajo.conversations.v1.ConversationService";

/// Whose things are those of who is not signed in.
pub(crate) const VISIT: &str = "a visit";

/// Whose things are those of another resident.
const OTHER: &str = "sanna";

/// What nobody changes.
const LASTING: [&str; 11] = [
    "patient",
    "sender",
    "lab_result",
    "prescription",
    "form_queue",
    "social_form_queue",
    "public_form",
    "sitting",
    "anonymous_form",
    "push_subscription",
    "symptom_survey",
];

/// The people who make the things, and what they have made.
pub(crate) struct Objects {
    apps: [Browser; 2],
    residents: HashMap<&'static str, Browser>,
    /// Who acts for a resident.
    representatives: HashMap<&'static str, Browser>,
    /// Who is not signed in, each in a visit of their own, by how their chat stands.
    visitors: HashMap<Relation, Caller>,
    nurse: Browser,
    colleague: Browser,
    /// Puts aside what colleagues handle.
    passer_by: Browser,
    administrator: Browser,
    /// The host of the simulators, which is that of the external chat provider, too.
    simulators: String,
    clock: Clock,
    kept: HashMap<(&'static str, &'static str, Relation), String>,
    made: u32,
}

impl Objects {
    pub(crate) async fn new(world: &World) -> Self {
        // What is known of links depends on it.
        world.lists_of_links().await;
        let mut residents = HashMap::new();
        for name in ["aino", "venla", "onni", "veikko", "ante", "astrid", OTHER] {
            residents.insert(name, world.resident(name).await);
        }
        let administrator = world.practitioner("paula").await;
        appointments::plan(&administrator).await;
        Self {
            apps: [App::Resident, App::Practitioner].map(|app| world.browser(app)),
            residents,
            representatives: chats::representatives(world).await,
            visitors: HashMap::new(),
            nurse: world.professional("liisa", "nurse", "lehtola").await,
            colleague: world.professional("jussi", "nurse", "lehtola").await,
            passer_by: world.professional("outi", "nurse", "lehtola").await,
            administrator,
            simulators: world.simulators.chat_provider_host(),
            clock: world.environment.clock.clone(),
            kept: HashMap::new(),
            made: 0,
        }
    }

    /// The id of a thing of this kind.
    pub(crate) async fn id(&mut self, kind: &'static str, about: &'static str, relation: Relation) -> String {
        if relation == Relation::Missing {
            return Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_0000_0bad).to_string();
        }
        let key = (kind, about, relation);
        if let Some(id) = self.kept.get(&key) {
            return id.clone();
        }
        self.made += 1;
        let id = match kind {
            "conversation" => self.conversation(about, relation).await,
            "customer_task" => self.customer_task(about, relation).await,
            "appointment" => self.appointment(about, relation).await,
            "remote_appointment" => self.remote_appointment(about, relation).await,
            "party" => self.party(about, relation).await,
            "invitation" => self.invitation(about, relation).await,
            "recommendation" => self.recommendation(about, relation).await,
            "attachment" => self.attachment(about, relation).await,
            "patient" => open_patient(&self.nurse, about).await,
            "location" => self.location().await,
            "role_group" => self.role_group().await,
            "care_team" => self.care_team().await,
            "service_category" => self.service_category().await,
            "service_content" => self.service_content().await,
            "document" => self.document().await,
            "notification_template" => self.notification_template().await,
            "survey" => self.survey(Matter::Health).await,
            "social_survey" => self.survey(Matter::Social).await,
            "symptom_survey" => self.symptom_survey().await,
            "survey_activation" => self.survey_activation(about, relation).await,
            "survey_response" => self.survey_response(about, relation).await,
            "patient_content" => self.patient_content(about, relation).await,
            "lab_result" => self.lab_result(about, relation).await,
            "prescription" => self.prescription(about, relation).await,
            "push_device" => self.push_device(about, relation).await,
            "push_subscription" => self.push_subscription().await,
            "sender" => self.sender().await,
            "path" => self.path().await,
            "path_category" => self.path_category().await,
            "path_execution" => self.path_execution(about, relation).await,
            "integrator" => self.integrator(about, relation).await,
            "form_queue" => self.form_queue(Matter::Health).await,
            "social_form_queue" => self.form_queue(Matter::Social).await,
            "form_response" => self.form_response(about, relation).await,
            "public_form" => self.public_form().await,
            "sitting" => self.sitting().await,
            "anonymous_form" => self.anonymous_form().await,
            "service" => self.service().await,
            "content_integration" => self.content_integration().await,
            "booking_role" => self.booking_role().await,
            "schedule" => self.schedule().await,
            "chat_queue" => self.chat_queue().await,
            "own_chat_queue" => self.own_chat_queue(Matter::Health).await,
            "asking_chat_queue" => self.asking_chat_queue().await,
            "answered_chat_queue" => self.answered_chat_queue(about).await,
            "chat" => self.chat(about, relation).await,
            "assessed_chat" => self.assessed_chat(about, relation).await,
            "summarised_chat" => self.summarised_chat(about, relation).await,
            "appointment_search" => self.appointment_search().await,
            "category" => self.category().await,
            "access_entry" => self.access_entry(about, relation).await,
            "session" => self.session(if relation == Relation::Others { OTHER } else { about }).await,
            _ => panic!("nobody makes a {kind}"),
        };
        self.kept.insert(key, id.clone());
        id
    }

    /// Somebody has changed something: nothing is as it was, but what nobody changes.
    pub(crate) fn changed(&mut self) {
        self.kept.retain(|(kind, ..), _| LASTING.contains(kind));
    }

    /// A name that nothing else has.
    pub(crate) fn fresh_name(&mut self) -> String {
        self.made += 1;
        format!("Uusi {}", self.made)
    }

    /// New terms come into force, which everybody has to accept.
    pub(crate) async fn publish_terms(&self) {
        let draft: GetTermsDraftResponse =
            self.administrator.call("/kajo.identity.v1.TermsService/GetTermsDraft", &GetTermsDraftRequest {}).await.unwrap();
        let [fi, sv, en, sme, smn, sms] = [(); 6].map(|()| "Ehdot".to_owned());
        let publish = PublishTermsRequest { texts: Some(LegalTexts { fi, sv, en, sme, smn, sms }), revision: draft.revision };
        let _: PublishTermsResponse = self.administrator.call("/kajo.identity.v1.TermsService/PublishTerms", &publish).await.unwrap();
    }

    async fn conversation(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let resident = &self.residents[whose];
        let mut place = place(relation);
        place.visible_to_guardians = relation != Relation::Hidden;
        let id = start(resident, &place, &marker(whose), &with_link(whose)).await.conversation_id;
        if matches!(relation, Relation::Handled | Relation::Ended | Relation::Consultation) {
            self.take(&id).await;
        }
        match relation {
            Relation::Ended => {
                let ended = EndConversationRequest { conversation_id: id.clone(), mark_done: true };
                let _: EndConversationResponse = self.nurse.call(&format!("{TASKS}/EndConversation"), &ended).await.unwrap();
                let done = MarkDoneRequest { conversation_id: id.clone() };
                let _: MarkDoneResponse = self.colleague.call(&format!("{CONVERSATIONS}/MarkDone"), &done).await.unwrap();
                id
            }
            Relation::Consultation => {
                let asked = RequestConsultationRequest {
                    conversation_id: id,
                    subcategory_id: queue_of_consultations(),
                    text: with_link(whose),
                    attachment_ids: Vec::new(),
                };
                let asked: RequestConsultationResponse = self.nurse.call(&format!("{TASKS}/RequestConsultation"), &asked).await.unwrap();
                // It is made of what was asked, a moment later.
                let made = GetConversationRequest { conversation_id: asked.consultation_id.clone(), ..GetConversationRequest::default() };
                eventually(|| async { self.nurse.ask(&format!("{CONVERSATIONS}/GetConversation"), &made).await.ok() }).await;
                asked.consultation_id
            }
            _ => id,
        }
    }

    /// A task that a nurse has given to a resident.
    async fn customer_task(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let asked = ActivateCustomerTaskRequest {
            // Looked up once: nobody is let look as often as things are made anew.
            patient_id: Box::pin(self.id("patient", whose, Relation::There)).await,
            subcategory_id: queue_of_tasks(),
            title: marker(whose),
            instruction: marker(whose),
            due: Some(TaskDue { unit: TaskDueUnit::AsSoonAsPossible.into(), amount: 0 }),
        };
        let given: ActivateCustomerTaskResponse =
            self.nurse.call("/kajo.conversations.v1.CustomerTaskService/ActivateCustomerTask", &asked).await.unwrap();
        given.customer_task_id
    }

    /// The owner takes it, and a colleague joins.
    async fn take(&self, id: &str) {
        let taken = TakeConversationRequest { conversation_id: id.to_owned() };
        let _: TakeConversationResponse = self.nurse.call(&format!("{TASKS}/TakeConversation"), &taken).await.unwrap();
        let joined = ParticipateInConversationRequest { conversation_id: id.to_owned() };
        let _: ParticipateInConversationResponse = self.colleague.call(&format!("{TASKS}/ParticipateInConversation"), &joined).await.unwrap();
        let aside = MarkDoneRequest { conversation_id: id.to_owned() };
        let _: MarkDoneResponse = self.passer_by.call(&format!("{CONVERSATIONS}/MarkDone"), &aside).await.unwrap();
    }

    async fn attachment(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let resident = &self.residents[whose];
        // A picture, so that there is a thumbnail of it.
        let id = upload_file(resident, &format!("{}.png", marker(whose)), PIXEL.to_vec()).await;
        until_clean(resident, &id).await;
        if relation == Relation::Handled {
            let place = StartConversationRequest { attachment_ids: vec![id.clone()], visible_to_guardians: true, ..place(relation) };
            let conversation = start(resident, &place, &marker(whose), &marker(whose)).await.conversation_id;
            self.take(&conversation).await;
        }
        id
    }

    /// A row of the access log: of the patient, or of the conversation in this relation.
    async fn access_entry(&mut self, about: &'static str, relation: Relation) -> String {
        let conversation = Box::pin(self.id("conversation", about, relation)).await;
        let read = GetConversationRequest { conversation_id: conversation, confirmed: true, ..GetConversationRequest::default() };
        let _ = self.nurse.ask(&format!("{CONVERSATIONS}/GetConversation"), &read).await;
        let whose = &self.residents[about];
        let listed: ListMyMessageAccessResponse =
            whose.call("/kajo.conversations.v1.MessageAccessService/ListMyMessageAccess", &ListMyMessageAccessRequest::default()).await.unwrap();
        listed.entries.into_iter().next().map_or_else(|| Uuid::from_u128(1).to_string(), |entry| entry.entry_id)
    }

    /// A row of the access log about a patient that is not about the responsible user.
    pub(crate) async fn patient_entry(&mut self) -> String {
        self.id("patient", "aino", Relation::There).await;
        let listed: ListMyAccessLogResponse = self.residents["aino"]
            .call(
                "/kajo.identity.v1.AccessLogService/ListMyAccessLog",
                &ListMyAccessLogRequest { page: Some(PageRequest { size: 200, ..PageRequest::default() }) },
            )
            .await
            .unwrap();
        let others = |entry: &&AccessLogEntry| !entry.professional_name.is_empty() && !entry.professional_name.starts_with("Ritva");
        listed.entries.iter().find(others).unwrap().entry_id.clone()
    }

    /// A person is signed in somewhere else as well.
    async fn session(&self, hint: &str) -> String {
        let is_resident = identity::demo::RESIDENTS.iter().any(|resident| resident.person.login_hint == hint);
        let mut elsewhere = self.apps[usize::from(!is_resident)].clone();
        elsewhere.begin_session(hint).await;
        let listed: ListMySessionsResponse =
            elsewhere.call("/kajo.identity.v1.OwnSessionService/ListMySessions", &ListMySessionsRequest {}).await.unwrap();
        listed.sessions.into_iter().find(|session| session.this_one).unwrap().session_id
    }
}

/// Where conversations stand: a queue of nurses that not every location has, or one of social workers.
pub(crate) fn place(relation: Relation) -> StartConversationRequest {
    let (category, queue) = if relation == Relation::Social { ("social-services", "guidance") } else { ("family-centre", "child-health") };
    StartConversationRequest {
        service_area_id: service_area_id("lehtola").to_string(),
        category_id: demo_id("category", category).to_string(),
        subcategory_id: demo_id("queue", &format!("{category}/{queue}")).to_string(),
        ..StartConversationRequest::default()
    }
}

/// A queue where consultations are asked for.
/// The queue that doctors are asked for advice in.
pub(crate) fn queue_of_consultations() -> String {
    demo_id("queue", "consultations/doctors").to_string()
}

/// Where nurses give tasks to patients.
pub(crate) fn queue_of_tasks() -> String {
    demo_id("queue", "patient-tasks/home-measurements").to_string()
}

pub(crate) fn queue_of_doctors() -> String {
    demo_id("queue", "health-station/doctor").to_string()
}

/// Looks a patient up, and so opens the data.
pub(crate) async fn open_patient(practitioner: &Browser, hint: &str) -> String {
    let asked = LookUpPatientRequest { ssn: ssn(hint).to_owned(), ground: Ground::Care.into() };
    let found: LookUpPatientResponse = practitioner.call("/kajo.identity.v1.PatientService/LookUpPatient", &asked).await.unwrap();
    found.patient_id
}

/// Stands in all that a resident writes, and in nothing of anybody else.
pub(crate) fn marker(whose: &str) -> String {
    format!("canary-of-{whose}")
}

/// The same, with a link.
fn with_link(whose: &str) -> String {
    format!("{} https://ohje.example", marker(whose))
}

/// The personal identity code of a demo resident.
pub(crate) fn ssn(hint: &str) -> &'static str {
    identity::demo::RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).map_or("", |resident| resident.ssn)
}
