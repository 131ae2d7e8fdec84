//! A professional writes to a patient: identity says whom they may write to, conversations asks it each time.

use chassis::{store::CommandMeta, testkit::eventually};
use chassis_domain::demo_id;
use identity::{patient::Command, projections::patients, ssn::Ssn};
use kajo_proto::{
    conversations::v1::{
        ActivateCustomerTaskRequest, ActivateCustomerTaskResponse, Conversation, EndConversationRequest, EndConversationResponse,
        GetConversationRequest, GetConversationResponse, GetDraftRequest, GetDraftResponse, ListMyConversationsRequest, ListMyConversationsResponse,
        ListQueuesRequest, ListQueuesResponse, ListTasksRequest, ListTasksResponse, MarkDoneRequest, MarkDoneResponse, ParticipantKind,
        RequestPatientConsultationRequest, RequestPatientConsultationResponse, SaveDraftRequest, SaveDraftResponse, StartPatientConversationRequest,
        StartPatientConversationResponse, Tab, TaskDue, TaskDueUnit, Visibility, WriteMessageRequest, WriteMessageResponse, thread_entry::Entry,
    },
    identity::v1::{
        AddPatientRequest, AddPatientResponse, AskDeletionRequest, AskDeletionResponse, GetPatientRequest, GetPatientResponse, Ground,
        ListMyAccessLogRequest, ListMyAccessLogResponse, LookUpPatientRequest, LookUpPatientResponse, Messaging, PatientInfo, PatientState, Viewing,
    },
};
use sqlx::Row;
use tonic::Status;
use uuid::Uuid;

use crate::{
    browser::{Browser, code_and_reason},
    deletion::{enter, newcomer},
    world::World,
};

pub(crate) const AINO: &str = "290288-922S";
pub(crate) const OONA: &str = "150392-977B";
pub(crate) const CONVERSATIONS: &str = "/kajo.conversations.v1.ConversationService";
pub(crate) const PATIENTS: &str = "/kajo.identity.v1.PatientService";

pub(crate) async fn look_up(nurse: &Browser, ssn: &str) -> String {
    let asked = LookUpPatientRequest { ssn: ssn.to_owned(), ground: Ground::ClientWork.into() };
    nurse.call::<LookUpPatientResponse>(&format!("{PATIENTS}/LookUpPatient"), &asked).await.unwrap().patient_id
}

async fn state(nurse: &Browser, patient_id: &str) -> (PatientState, Messaging) {
    let asked = GetPatientRequest { patient_id: patient_id.to_owned() };
    let patient = nurse.call::<GetPatientResponse>(&format!("{PATIENTS}/GetPatient"), &asked).await.unwrap().patient.unwrap();
    (patient.state(), patient.messaging())
}

/// A message to a patient, in the first of the professional's own queues.
pub(crate) async fn message(nurse: &Browser, patient_id: &str) -> StartPatientConversationRequest {
    let queues: ListQueuesResponse = nurse.call("/kajo.conversations.v1.CategoryService/ListQueues", &ListQueuesRequest {}).await.unwrap();
    StartPatientConversationRequest {
        visibility: Visibility::Everyone.into(),
        patient_id: patient_id.to_owned(),
        subcategory_id: queues.queues.into_iter().find(|queue| queue.own).unwrap().subcategory_id,
        topic: "Your results".to_owned(),
        text: "All is well.".to_owned(),
        attachment_ids: Vec::new(),
    }
}

pub(crate) async fn begin(nurse: &Browser, request: &StartPatientConversationRequest) -> Result<StartPatientConversationResponse, Status> {
    nurse.call(&format!("{CONVERSATIONS}/StartPatientConversation"), request).await
}

pub(crate) async fn write(writer: &Browser, conversation_id: &str, visibility: Visibility) -> Result<WriteMessageResponse, Status> {
    let request = WriteMessageRequest {
        conversation_id: conversation_id.to_owned(),
        text: "More".to_owned(),
        visibility: visibility.into(),
        ..WriteMessageRequest::default()
    };
    writer.call(&format!("{CONVERSATIONS}/WriteMessage"), &request).await
}

pub(crate) async fn see(reader: &Browser, conversation_id: &str) -> Result<Conversation, Status> {
    let request = GetConversationRequest { conversation_id: conversation_id.to_owned(), confirmed: true, ..GetConversationRequest::default() };
    let found: GetConversationResponse = reader.call(&format!("{CONVERSATIONS}/GetConversation"), &request).await?;
    Ok(found.conversation.unwrap())
}

pub(crate) async fn mine(resident: &Browser) -> ListMyConversationsResponse {
    resident.call(&format!("{CONVERSATIONS}/ListMyConversations"), &ListMyConversationsRequest::default()).await.unwrap()
}

pub(crate) fn no<T: std::fmt::Debug>(answer: Result<T, Status>) -> String {
    code_and_reason(&answer.unwrap_err())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn con_16_a_link_that_leads_to_harm_is_refused_in_what_a_professional_begins_or_gives_to_do() {
    let world = World::start().await;
    let nurse = world.practitioner("liisa").await;
    world.lists_of_links().await;
    let patient = look_up(&nurse, AINO).await;
    let link = || "https://voitto.example".to_owned();
    let begun = StartPatientConversationRequest { text: link(), ..message(&nurse, &patient).await };
    assert_eq!(no(begin(&nurse, &begun).await), "InvalidArgument/risky_link");
    let consultation = RequestPatientConsultationRequest {
        patient_id: patient.clone(),
        subcategory_id: demo_id("queue", "consultations/doctors").to_string(),
        topic: "Advice".to_owned(),
        text: link(),
        attachment_ids: Vec::new(),
    };
    let asked =
        nurse.call::<RequestPatientConsultationResponse>("/kajo.conversations.v1.TaskService/RequestPatientConsultation", &consultation).await;
    assert_eq!(no(asked), "InvalidArgument/risky_link");
    let task = ActivateCustomerTaskRequest {
        patient_id: patient.clone(),
        subcategory_id: demo_id("queue", "patient-tasks/home-measurements").to_string(),
        title: "Measure".to_owned(),
        instruction: link(),
        due: Some(TaskDue { unit: TaskDueUnit::AsSoonAsPossible.into(), amount: 0 }),
    };
    let given = nurse.call::<ActivateCustomerTaskResponse>("/kajo.conversations.v1.CustomerTaskService/ActivateCustomerTask", &task).await;
    assert_eq!(no(given), "InvalidArgument/risky_link");
    begin(&nurse, &message(&nurse, &patient).await).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pro_08_a_professional_writes_to_a_patient_who_consents_and_owns_what_they_began() {
    let world = World::start().await;
    let (nurse, colleague, aino) = (world.practitioner("liisa").await, world.practitioner("pekka").await, world.resident("aino").await);
    // Without having opened them nobody writes, and who is nobody is not told apart.
    let foreign = PatientOf::of(&aino).await;
    let (unopened, unknown) = (message(&nurse, &foreign).await, message(&nurse, &Uuid::now_v7().to_string()).await);
    let (unopened, unknown) = (begin(&nurse, &unopened).await.unwrap_err(), begin(&nurse, &unknown).await.unwrap_err());
    assert_eq!((code_and_reason(&unopened), unopened.details()), ("NotFound/not_found".to_owned(), unknown.details()));

    let patient = look_up(&nurse, AINO).await;
    assert_eq!(patient, foreign);
    let asked = message(&nurse, &patient).await;
    let before = mine(&aino).await.conversations.len();
    let key = Uuid::now_v7().to_string();
    let same = nurse.clone().with("idempotency-key", &key);
    let begun = begin(&same, &asked).await.unwrap();
    assert_eq!(begin(&same, &asked).await.unwrap(), begun, "the same key is the same message");
    assert_eq!(no(begin(&colleague, &asked).await), "NotFound/not_found", "what one has opened is open to nobody else");

    // The resident has it as unread and answers.
    let listed = mine(&aino).await.conversations;
    assert_eq!(listed.len(), before + 1);
    assert_eq!((listed[0].conversation_id.as_str(), listed[0].topic.as_str(), listed[0].unread), (begun.conversation_id.as_str(), "Your results", 1));
    let seen = see(&aino, &begun.conversation_id).await.unwrap();
    assert!(
        matches!(&seen.thread[0].entry, Some(Entry::Message(message)) if message.author_name == "Liisa Virtanen" && message.text == "All is well.")
    );
    assert!(seen.permissions.unwrap().write);
    write(&aino, &begun.conversation_id, Visibility::Everyone).await.unwrap();

    // The professional owns it; others of the queue see who does.
    let seen = see(&nurse, &begun.conversation_id).await.unwrap();
    assert!(seen.participants.iter().any(|each| each.kind() == ParticipantKind::Practitioner && each.owner && each.display_name == "Liisa Virtanen"));
    assert!(seen.participants.iter().any(|each| each.kind() == ParticipantKind::Resident && each.display_name == "Aino Lehtonen"));
    write(&nurse, &begun.conversation_id, Visibility::Everyone).await.unwrap();
    assert_eq!(no(write(&colleague, &begun.conversation_id, Visibility::Everyone).await), "FailedPrecondition/owned_by_another");

    // Somebody else's queue is none to write from.
    let doctor = world.practitioner("mikko").await;
    let theirs = message(&doctor, &patient).await.subcategory_id;
    let queues: ListQueuesResponse = nurse.call("/kajo.conversations.v1.CategoryService/ListQueues", &ListQueuesRequest {}).await.unwrap();
    let foreign_queue = queues.queues.iter().find(|queue| !queue.own).unwrap().subcategory_id.clone();
    assert_ne!(theirs, String::new());
    let refused = begin(&nurse, &StartPatientConversationRequest { subcategory_id: foreign_queue, ..asked.clone() }).await;
    assert_eq!(no(refused), "InvalidArgument/queue_not_worked");

    // Both services have it in their access logs, with the right it stands on; the resident can see it.
    for service in ["identity", "conversations"] {
        let pool = &world.platform.service(service).unwrap().kernel().pool;
        let rows =
            sqlx::query("select subject_id, ground from access_log where method like '%/AdmitMessage' or method like '%/StartPatientConversation'");
        let rows = rows.fetch_all(pool).await.unwrap();
        assert!(!rows.is_empty(), "{service}");
        assert!(
            rows.iter().all(|row| row.get::<Option<Uuid>, _>("subject_id").map(|id| id.to_string()) == Some(patient.clone())
                && row.get::<String, _>("ground") == "client_work"),
            "{service}"
        );
    }
    let log: ListMyAccessLogResponse =
        aino.call("/kajo.identity.v1.AccessLogService/ListMyAccessLog", &ListMyAccessLogRequest::default()).await.unwrap();
    assert!(log.entries.iter().any(|entry| entry.viewing() == Viewing::Messaged && entry.professional_name == "Liisa Virtanen"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pro_07_the_mark_of_non_disclosure_stands_on_task_and_conversation_and_messages_go_on() {
    let world = World::start().await;
    let (nurse, aino) = (world.practitioner("liisa").await, world.resident("aino").await);
    let patient = look_up(&nurse, AINO).await;
    let begun = begin(&nurse, &message(&nurse, &patient).await).await.unwrap().conversation_id;
    let task = async || {
        let own = ListTasksRequest { tab: Tab::Own.into(), ..ListTasksRequest::default() };
        let listed: ListTasksResponse = nurse.call("/kajo.conversations.v1.TaskService/ListTasks", &own).await.unwrap();
        listed.tasks.into_iter().find(|task| task.conversation_id == begun).unwrap()
    };
    let before = see(&nurse, &begun).await.unwrap();
    assert!(!before.resident_non_disclosure && !before.service_area_id.is_empty() && !task().await.resident_non_disclosure);
    assert!(mine(&aino).await.conversations.iter().any(|mine| mine.conversation_id == begun));

    world.simulators.protect("aino", true);
    look_up(&nurse, AINO).await;
    eventually(|| async { task().await.resident_non_disclosure.then_some(()) }).await;
    let marked = see(&nurse, &begun).await.unwrap();
    assert_eq!((marked.resident_non_disclosure, marked.service_area_id.as_str(), marked.resident_name.as_str()), (true, "", "Aino Lehtonen"));
    // Messages work as before; a new one tells nobody where she lives.
    write(&nurse, &begun, Visibility::Everyone).await.unwrap();
    let another = begin(&nurse, &message(&nurse, &patient).await).await.unwrap().conversation_id;
    assert!(see(&nurse, &another).await.unwrap().resident_non_disclosure);
    // Her own session is over, as soon as the gateway asks about it anew.
    let refused = eventually(|| async {
        let list = ListMyConversationsRequest::default();
        aino.call::<ListMyConversationsResponse>(&format!("{CONVERSATIONS}/ListMyConversations"), &list).await.err()
    });
    assert_eq!(code_and_reason(&refused.await), "Unauthenticated/session_expired");

    world.simulators.protect("aino", false);
    look_up(&nurse, AINO).await;
    eventually(|| async { (!task().await.resident_non_disclosure).then_some(()) }).await;
    assert_eq!(see(&nurse, &begun).await.unwrap().service_area_id, before.service_area_id);
    world.end().await;
}

struct PatientOf;

impl PatientOf {
    /// The id of the patient who a resident is.
    async fn of(resident: &Browser) -> String {
        let session: serde_json::Value = resident.get("/api/session").await.json().await.unwrap();
        session["user"]["identifier"]["value"].as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pro_08_who_has_not_consented_cannot_be_written_to_until_the_terms_are_accepted_and_no_more_once_the_account_is_gone() {
    let world = World::with(|settings| settings.with("account_regret_days", "0")).await;
    let nurse = world.practitioner("liisa").await;
    // Known to the register, and has not accepted anything.
    let oona = newcomer(&world, "oona").await;
    let patient = look_up(&nurse, OONA).await;
    assert_eq!(state(&nurse, &patient).await, (PatientState::NoConsent, Messaging::NoConsent));
    let asked = message(&nurse, &patient).await;
    assert_eq!(no(begin(&nurse, &asked).await), "FailedPrecondition/patient_no_consent");

    // A draft of it is kept for who has opened them, and for nobody else.
    let draft = SaveDraftRequest { patient_id: patient.clone(), text: "Begun".to_owned(), ..SaveDraftRequest::default() };
    let drafts = "/kajo.conversations.v1.DraftService";
    let _: SaveDraftResponse = nurse.call(&format!("{drafts}/SaveDraft"), &draft).await.unwrap();
    let found = GetDraftRequest { patient_id: patient.clone(), ..GetDraftRequest::default() };
    assert_eq!(nurse.call::<GetDraftResponse>(&format!("{drafts}/GetDraft"), &found).await.unwrap().text, "Begun");
    let colleague = world.practitioner("anna").await;
    assert_eq!(no(colleague.call::<SaveDraftResponse>(&format!("{drafts}/SaveDraft"), &draft).await), "NotFound/not_found");
    look_up(&colleague, OONA).await;
    assert_eq!(colleague.call::<GetDraftResponse>(&format!("{drafts}/GetDraft"), &found).await.unwrap().text, "");

    // Accepting the terms is the consent: at once, and once.
    enter(&oona).await;
    assert_eq!(state(&nurse, &patient).await, (PatientState::ConsentGiven, Messaging::Allowed));
    let key = Uuid::now_v7().to_string();
    let same = nurse.clone().with("idempotency-key", &key);
    let begun = begin(&same, &asked).await.unwrap();
    // Past the onboarding the next session reads it.
    let oona = world.resident("oona").await;
    assert_eq!(mine(&oona).await.conversations[0].unread, 1);

    // The account goes: nobody would read what is written to it.
    let done = MarkDoneRequest { conversation_id: begun.conversation_id.clone() };
    let _: MarkDoneResponse = oona.call(&format!("{CONVERSATIONS}/MarkDone"), &done).await.unwrap();
    eventually(|| async {
        oona.call::<AskDeletionResponse>(
            "/kajo.identity.v1.AccountService/AskDeletion",
            &AskDeletionRequest { confirmed: true, ..AskDeletionRequest::default() },
        )
        .await
        .ok()
    })
    .await;
    eventually(|| async { (state(&nurse, &patient).await == (PatientState::NoConsent, Messaging::NoConsent)).then_some(()) }).await;
    assert_eq!(no(begin(&nurse, &asked).await), "FailedPrecondition/patient_no_consent");
    assert_eq!(no(write(&nurse, &begun.conversation_id, Visibility::Everyone).await), "FailedPrecondition/patient_no_consent");
    write(&nurse, &begun.conversation_id, Visibility::Practitioners).await.unwrap();
    assert_eq!(begin(&same, &asked).await.unwrap(), begun, "what was sent was sent, whatever is so now");
    let end = EndConversationRequest { conversation_id: begun.conversation_id, mark_done: true };
    let _: EndConversationResponse = nurse.call("/kajo.conversations.v1.TaskService/EndConversation", &end).await.unwrap();

    // Told once each, however often it was looked at.
    let pool = &world.platform.service("identity").unwrap().kernel().pool;
    let told: Vec<String> = sqlx::query_scalar(
        "select event_type from events where stream_id = 'patient-' || $1 and event_type like 'patient.consent%' order by version",
    )
    .bind(&patient)
    .fetch_all(pool)
    .await
    .unwrap();
    assert_eq!(told, ["patient.consent_given", "patient.consent_withdrawn"]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pro_08_who_was_added_by_hand_can_be_written_to_once_they_consent_themselves() {
    let world = World::start().await;
    let nurse = world.practitioner("liisa").await;
    let info = PatientInfo { first_name: "Oona".to_owned(), last_name: "Uusitalo".to_owned(), ..PatientInfo::default() };
    let code = "010594Y9032";
    let add = AddPatientRequest { ssn: code.to_owned(), ground: Ground::ClientWork.into(), info: Some(info) };
    let patient = nurse.call::<AddPatientResponse>(&format!("{PATIENTS}/AddPatient"), &add).await.unwrap().patient_id;
    assert_eq!(state(&nurse, &patient).await, (PatientState::ManuallyAdded, Messaging::ManuallyAdded));
    let asked = message(&nurse, &patient).await;
    assert_eq!(no(begin(&nurse, &asked).await), "FailedPrecondition/patient_manually_added");

    // Whoever signs in with that code is this patient; what accepting the terms does to them.
    let kernel = world.platform.service("identity").unwrap().kernel();
    let known = patients::by_ssn(&kernel.pool, &kernel.keyring.blind_index(), &Ssn::parse(code).unwrap()).await.unwrap().unwrap();
    assert_eq!(known.to_string(), patient);
    kernel.store.execute(known, Command::GiveConsent { terms: 1 }, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(state(&nurse, &patient).await, (PatientState::ConsentGiven, Messaging::Allowed));
    let begun = begin(&nurse, &asked).await.unwrap();
    assert!(see(&nurse, &begun.conversation_id).await.unwrap().participants.iter().any(|each| each.display_name == "Oona Uusitalo"));
    world.end().await;
}
