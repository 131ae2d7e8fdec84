//! Messaging in patient context: what a professional asks colleagues about a patient, the patient's conversations on their page, and the way
//! from a conversation to that page.

use chassis_domain::demo_id;
use kajo_proto::{
    conversations::v1::{
        AskToShowToGuardiansRequest, AskToShowToGuardiansResponse, EndConversationRequest, EndConversationResponse, ListPatientConversationsRequest,
        ListPatientConversationsResponse, RequestPatientConsultationRequest, RequestPatientConsultationResponse, ShowToGuardiansRequest,
        ShowToGuardiansResponse, StartConversationRequest, StartConversationResponse, TakeConversationRequest, TakeConversationResponse, Visibility,
    },
    identity::v1::{GetPatientRequest, GetPatientResponse, Ground, OpenPatientRequest, OpenPatientResponse},
};
use tonic::Status;
use uuid::Uuid;

use crate::{
    browser::Browser,
    to_patient::{AINO, CONVERSATIONS, PATIENTS, begin, look_up, message, mine, no, see, write},
    world::World,
};

/// Has not given consent.
const GORAN: &str = "070851-947N";
const TASKS: &str = "/kajo.conversations.v1.TaskService";

async fn listed(nurse: &Browser, patient_id: &str) -> Result<Vec<String>, Status> {
    let asked = ListPatientConversationsRequest { patient_id: patient_id.to_owned(), ..ListPatientConversationsRequest::default() };
    let found: ListPatientConversationsResponse = nurse.call(&format!("{TASKS}/ListPatientConversations"), &asked).await?;
    Ok(found.conversations.into_iter().map(|task| task.conversation_id).collect())
}

async fn take(nurse: &Browser, conversation_id: &str) {
    let take = TakeConversationRequest { conversation_id: conversation_id.to_owned() };
    let _: TakeConversationResponse = nurse.call(&format!("{TASKS}/TakeConversation"), &take).await.unwrap();
}

async fn ask(resident: &Browser, topic: &str) -> String {
    let request = StartConversationRequest {
        service_area_id: demo_id("service-area", "lehtola").to_string(),
        category_id: demo_id("category", "health-station").to_string(),
        subcategory_id: demo_id("queue", "health-station/nurse").to_string(),
        topic: topic.to_owned(),
        text: "How?".to_owned(),
        attachment_ids: Vec::new(),
        visible_to_guardians: false,
    };
    resident.call::<StartConversationResponse>(&format!("{CONVERSATIONS}/StartConversation"), &request).await.unwrap().conversation_id
}

fn question(patient_id: &str) -> RequestPatientConsultationRequest {
    RequestPatientConsultationRequest {
        patient_id: patient_id.to_owned(),
        subcategory_id: demo_id("queue", "consultations/doctors").to_string(),
        topic: "Wound".to_owned(),
        text: "What do you think?".to_owned(),
        attachment_ids: Vec::new(),
    }
}

async fn consult(nurse: &Browser, request: &RequestPatientConsultationRequest) -> Result<String, Status> {
    let asked: RequestPatientConsultationResponse = nurse.call(&format!("{TASKS}/RequestPatientConsultation"), request).await?;
    Ok(asked.consultation_id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn con_09_colleagues_are_asked_about_a_patient_whom_the_session_has_opened_and_the_patient_learns_nothing_of_it() {
    let world = World::start().await;
    let (nurse, doctor, aino) = (world.practitioner("liisa").await, world.practitioner("mikko").await, world.resident("aino").await);
    let before = mine(&aino).await.conversations.len();
    let unopened = consult(&nurse, &question(&Uuid::now_v7().to_string())).await;
    assert_eq!(no(unopened), "NotFound/not_found");
    let patient = look_up(&nurse, AINO).await;
    let elsewhere = RequestPatientConsultationRequest { subcategory_id: demo_id("queue", "health-station/nurse").to_string(), ..question(&patient) };
    assert!(consult(&nurse, &elsewhere).await.is_err(), "only those who answer consultations are asked");
    let consultation = consult(&nurse, &question(&patient)).await.unwrap();
    assert_eq!(mine(&aino).await.conversations.len(), before);
    assert_eq!(no(see(&aino, &consultation).await), "NotFound/not_found");
    let seen = see(&doctor, &consultation).await.unwrap();
    assert_eq!((seen.topic.as_str(), seen.resident_id.as_str(), seen.related_conversation_ids.len()), ("Wound", patient.as_str(), 0));
    // The one who asked writes, and ends what they own alone.
    write(&nurse, &consultation, Visibility::Everyone).await.unwrap();
    let end = EndConversationRequest { conversation_id: consultation.clone(), mark_done: false };
    assert_eq!(no(nurse.call::<EndConversationResponse>(&format!("{TASKS}/EndConversation"), &end).await), "FailedPrecondition/not_taken");
    assert!(listed(&nurse, &patient).await.unwrap().contains(&consultation));
    // No consent is needed: the patient takes no part.
    let without = look_up(&nurse, GORAN).await;
    let about = consult(&nurse, &question(&without)).await.unwrap();
    assert_eq!(see(&doctor, &about).await.unwrap().resident_name, "Göran Lindqvist");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_patients_page_lists_what_the_professional_may_read_and_is_reached_from_a_conversation_on_a_confirmed_right() {
    let world = World::start().await;
    let (nurse, doctor, aino) = (world.practitioner("liisa").await, world.practitioner("mikko").await, world.resident("aino").await);
    let id = ask(&aino, "Ear").await;
    let patient = see(&nurse, &id).await.unwrap().resident_id;
    assert_eq!(see(&aino, &id).await.unwrap().resident_id, "", "residents know who they are");
    assert_eq!(no(listed(&nurse, &patient).await), "NotFound/not_found", "not opened yet");
    let open = |patient_id: &str, ground: Ground| OpenPatientRequest { patient_id: patient_id.to_owned(), ground: ground.into() };
    let opened = async |by: &Browser, asked: OpenPatientRequest| by.call::<OpenPatientResponse>(&format!("{PATIENTS}/OpenPatient"), &asked).await;
    assert!(opened(&nurse, open(&patient, Ground::Unspecified)).await.is_err(), "without a right nobody is opened");
    assert_eq!(no(opened(&nurse, open(&Uuid::now_v7().to_string(), Ground::Care)).await), "NotFound/not_found");
    opened(&nurse, open(&patient, Ground::Care)).await.unwrap();
    let asked = GetPatientRequest { patient_id: patient.clone() };
    let shown: GetPatientResponse = nurse.call(&format!("{PATIENTS}/GetPatient"), &asked).await.unwrap();
    assert_eq!(shown.patient.unwrap().patient_id, patient);
    assert!(listed(&nurse, &patient).await.unwrap().contains(&id));
    let pool = &world.platform.service("identity").unwrap().kernel().pool;
    let logged: Vec<String> =
        sqlx::query_scalar("select ground from access_log where method like '%/OpenPatient' and object_id = $1::uuid and actor_id = $2::uuid")
            .bind(&patient)
            .bind(demo_id("person", "liisa").to_string())
            .fetch_all(pool)
            .await
            .unwrap();
    assert_eq!(logged, ["care"], "a lookup like any other");

    // Another group sees theirs: the same patient, and none of what the nurses' queue holds.
    opened(&doctor, open(&patient, Ground::Consultation)).await.unwrap();
    assert!(!listed(&doctor, &patient).await.unwrap().contains(&id));
    let consultation = consult(&nurse, &question(&patient)).await.unwrap();
    assert!(listed(&doctor, &patient).await.unwrap().contains(&consultation));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn con_10_a_message_that_a_professional_begins_among_colleagues_is_not_the_patients_until_one_reaches_them() {
    let world = World::start().await;
    let (nurse, colleague, aino) = (world.practitioner("liisa").await, world.practitioner("pekka").await, world.resident("aino").await);
    let patient = look_up(&nurse, AINO).await;
    let before = mine(&aino).await.conversations.len();
    let quiet = kajo_proto::conversations::v1::StartPatientConversationRequest {
        visibility: Visibility::Practitioners.into(),
        // What professionals begin together has queues of its own.
        subcategory_id: demo_id("queue", "shared/station").to_string(),
        ..message(&nurse, &patient).await
    };
    let begun = begin(&nurse, &quiet).await.unwrap().conversation_id;
    assert_eq!(mine(&aino).await.conversations.len(), before);
    assert_eq!(no(see(&aino, &begun).await), "NotFound/not_found");
    assert_eq!(see(&colleague, &begun).await.unwrap().thread.len(), 1, "the team has it");
    write(&nurse, &begun, Visibility::Everyone).await.unwrap();
    assert_eq!(see(&aino, &begun).await.unwrap().thread.len(), 1);
    assert_eq!(mine(&aino).await.conversations[0].conversation_id, begun);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn con_11_a_teenager_is_asked_to_show_a_conversation_to_guardians_and_nobody_else_is() {
    let world = World::start().await;
    let (nurse, venla, aino) = (world.practitioner("liisa").await, world.resident("venla").await, world.resident("aino").await);
    let (young, grown) = (ask(&venla, "Mine").await, ask(&aino, "Ear").await);
    for id in [&young, &grown] {
        take(&nurse, id).await;
    }
    let may_ask = async |id: &str| see(&nurse, id).await.unwrap().permissions.unwrap().ask_to_show_to_guardians;
    assert!(may_ask(&young).await && !may_ask(&grown).await);
    let asked = async |id: &str| {
        let request = AskToShowToGuardiansRequest { conversation_id: id.to_owned() };
        nurse.call::<AskToShowToGuardiansResponse>(&format!("{CONVERSATIONS}/AskToShowToGuardians"), &request).await
    };
    assert_eq!(no(asked(&grown).await), "FailedPrecondition/not_a_teenager");
    asked(&young).await.unwrap();
    let shown = see(&venla, &young).await.unwrap();
    assert!(shown.guardians_asked_for && !shown.visible_to_guardians && !may_ask(&young).await);
    let show = ShowToGuardiansRequest { conversation_id: young.clone(), visible: true };
    let _: ShowToGuardiansResponse = venla.call(&format!("{CONVERSATIONS}/ShowToGuardians"), &show).await.unwrap();
    let shown = see(&venla, &young).await.unwrap();
    assert!(!shown.guardians_asked_for && shown.visible_to_guardians && !may_ask(&young).await);
    world.end().await;
}
