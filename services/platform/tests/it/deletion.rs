//! A resident deletes their account: what was theirs alone is unreadable wherever it lies, what the law keeps is not.

use std::{collections::BTreeSet, path::PathBuf};

use chassis::{Clock, clock::Ids, testkit::eventually};
use chassis_domain::{PersonId, demo_id};
use kajo_proto::{
    common::v1::DeletionSubject,
    conversations::v1::{
        CustomerTaskState, EndConversationRequest, EndConversationResponse, GetConversationRequest, GetConversationResponse, GetCustomerTaskRequest,
        GetCustomerTaskResponse, MarkDoneRequest, MarkDoneResponse, PreviewDeletionRequest, PreviewDeletionResponse, RequestConsultationRequest,
        RequestConsultationResponse, SaveDraftRequest, SaveDraftResponse, TakeConversationRequest, TakeConversationResponse, UnmarkDoneRequest,
        UnmarkDoneResponse, Visibility, WriteMessageRequest, WriteMessageResponse,
    },
    identity::v1::{
        AcceptTermsRequest, AcceptTermsResponse, AskDeletionRequest, AskDeletionResponse, ContactInfo, GetAccountRequest, GetAccountResponse,
        GetTermsRequest, GetTermsResponse, ListServiceAreasRequest, ListServiceAreasResponse, NotificationChannel, PreviewAccountDeletionRequest,
        PreviewAccountDeletionResponse, SaveContactInfoRequest, SaveContactInfoResponse, SaveNotificationsRequest, SaveNotificationsResponse,
        SaveServiceAreaRequest, SaveServiceAreaResponse,
    },
};
use platform::serve::Platform;
use reqwest::{Method, StatusCode};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::{
    browser::{Browser, code_and_reason},
    disk::{self, Found},
    journey::{place, start},
    world::World,
};

const ACCOUNT: &str = "/kajo.identity.v1.AccountService";
/// Marks what belongs to the account alone.
const MARK: &str = "marked-account-data";
/// Marks what is a care record.
const KEPT: &str = "marked-care-record";
/// A PNG of one pixel.
pub(crate) const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\
    \0\0\0\x0dIDATx\xdacd\xf8\xcfP\x0f\0\x03\x86\x01\x80Z4}k\0\0\0\0IEND\xaeB`\x82";

pub(crate) async fn upload(resident: &Browser, name: &str, content: &str) -> String {
    upload_file(resident, name, format!("%PDF-1.4\n{content}\n%%EOF\n").into_bytes()).await
}

pub(crate) async fn upload_file(resident: &Browser, name: &str, content: Vec<u8>) -> String {
    let request = resident.request(Method::POST, "/api/attachments").header("content-type", "application/octet-stream");
    let request = request.header("x-kajo-file-name", name).header("idempotency-key", Ids::system().v7(Clock::system().now()).to_string());
    let answer = request.body(content).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.json::<serde_json::Value>().await.unwrap()["attachmentId"].as_str().unwrap().to_owned()
}

async fn ask(resident: &Browser) -> Result<AskDeletionResponse, tonic::Status> {
    resident.call(&format!("{ACCOUNT}/AskDeletion"), &AskDeletionRequest { confirmed: true, ..AskDeletionRequest::default() }).await
}

async fn mark_done(resident: &Browser, conversation_id: &str) {
    let done = MarkDoneRequest { conversation_id: conversation_id.to_owned() };
    let _: MarkDoneResponse = resident.call("/kajo.conversations.v1.ConversationService/MarkDone", &done).await.unwrap();
}

/// Waits until a conversation stands against the deletion of the account, or does no more.
async fn until_it_stands(resident: &Browser, conversation_id: &str, stands: bool) {
    eventually(|| async { (in_the_way(resident).await.contains(conversation_id) == stands).then_some(()) }).await;
}

/// What stands against the deletion, as the person is told before they ask for it.
async fn in_the_way(resident: &Browser) -> BTreeSet<String> {
    let told: PreviewAccountDeletionResponse =
        resident.call(&format!("{ACCOUNT}/PreviewAccountDeletion"), &PreviewAccountDeletionRequest {}).await.unwrap();
    told.preview.unwrap().vetoes.into_iter().map(|veto| veto.object_id).collect()
}

/// Somebody signs in who has everything before them, also the onboarding.
pub(crate) async fn newcomer(world: &World, hint: &str) -> Browser {
    let mut browser = world.browser(gateway::App::Resident);
    browser.sign_in_to(hint, "/fi/onboarding/contact-info").await;
    browser
}

/// Goes through the onboarding.
pub(crate) async fn enter(newcomer: &Browser) {
    const PROFILE: &str = "/kajo.identity.v1.ProfileService";
    let contact_info = ContactInfo { email: "aino@kajo.example".to_owned(), ..ContactInfo::default() };
    let saved = SaveContactInfoRequest { contact_info: Some(contact_info), revision: 0, language: String::new() };
    let _: SaveContactInfoResponse = newcomer.call(&format!("{PROFILE}/SaveContactInfo"), &saved).await.unwrap();
    let saved = SaveNotificationsRequest { channel: NotificationChannel::Email.into(), revision: 0 };
    let _: SaveNotificationsResponse = newcomer.call(&format!("{PROFILE}/SaveNotifications"), &saved).await.unwrap();
    let areas: ListServiceAreasResponse = newcomer.call(&format!("{PROFILE}/ListServiceAreas"), &ListServiceAreasRequest {}).await.unwrap();
    let saved = SaveServiceAreaRequest { service_area_id: areas.service_areas[0].service_area_id.clone(), revision: 0 };
    let _: SaveServiceAreaResponse = newcomer.call(&format!("{PROFILE}/SaveServiceArea"), &saved).await.unwrap();
    let terms: GetTermsResponse = newcomer.call("/kajo.identity.v1.TermsService/GetTerms", &GetTermsRequest {}).await.unwrap();
    let accepted = AcceptTermsRequest { version: terms.version };
    let _: AcceptTermsResponse = newcomer.call("/kajo.identity.v1.TermsService/AcceptTerms", &accepted).await.unwrap();
}

async fn person_of(resident: &Browser) -> PersonId {
    let session: serde_json::Value = resident.get("/api/session").await.json().await.unwrap();
    PersonId::parse(session["user"]["identifier"]["value"].as_str().unwrap()).unwrap()
}

/// What of these people lies on the disk: in databases with their write-ahead log, on the bus, in logs and among the files of the
/// service. Nothing of it stands there in clear.
fn on_disk(folders: &[PathBuf], people: &BTreeSet<PersonId>) -> BTreeSet<Found> {
    assert_eq!(disk::in_clear(folders, &[MARK, KEPT]), BTreeSet::new());
    disk::sealed(folders, people)
}

/// Copies the databases as they lie there while nobody is connected, as a backup does; `from` and `to` are beginnings of their names.
async fn copy_databases(from: &str, to: &str) {
    let mut connection = PgConnection::connect(&std::env::var("KAJO_TEST_POSTGRES_URL").unwrap()).await.unwrap();
    for service in ["identity", "conversations"] {
        connection.execute(AssertSqlSafe(format!("drop database if exists \"{to}{service}\" with (force)"))).await.unwrap();
        let copy = format!("create database \"{to}{service}\" template \"{from}{service}\"");
        // Whoever was connected may take a moment to be gone.
        let mut tries = 0;
        while let Err(refused) = connection.execute(AssertSqlSafe(copy.clone())).await {
            tries += 1;
            assert!(tries < 10, "{service} is not copied: {refused}");
        }
    }
}

/// The person's own mark takes a conversation out of the way; what goes on after it stands there again, and what they never see does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pro_04_a_conversation_stands_against_the_deletion_for_as_long_as_it_goes_on() {
    const TASKS: &str = "/kajo.conversations.v1.TaskService";
    const CONVERSATIONS: &str = "/kajo.conversations.v1.ConversationService";
    let world = World::start().await;
    let (resident, nurse) = (world.resident("aino").await, world.practitioner("liisa").await);
    let place = place(&resident, &nurse).await;
    let conversation_id = start(&resident, &place, "Wound", "It heals slowly").await.conversation_id;
    until_it_stands(&resident, &conversation_id, true).await;
    mark_done(&resident, &conversation_id).await;
    until_it_stands(&resident, &conversation_id, false).await;

    // A note and a consultation are among professionals; both were told before the second conversation was.
    let take = TakeConversationRequest { conversation_id: conversation_id.clone() };
    let _: TakeConversationResponse = nurse.call(&format!("{TASKS}/TakeConversation"), &take).await.unwrap();
    let write = |visibility: Visibility| WriteMessageRequest {
        conversation_id: conversation_id.clone(),
        text: "Looked at".to_owned(),
        visibility: visibility.into(),
        ..WriteMessageRequest::default()
    };
    let _: WriteMessageResponse = nurse.call(&format!("{CONVERSATIONS}/WriteMessage"), &write(Visibility::Practitioners)).await.unwrap();
    let text = "What do you say?".to_owned();
    let consultations = demo_id("queue", "consultations/doctors").to_string();
    let ask =
        RequestConsultationRequest { conversation_id: conversation_id.clone(), subcategory_id: consultations, text, attachment_ids: Vec::new() };
    let asked: RequestConsultationResponse = nurse.call(&format!("{TASKS}/RequestConsultation"), &ask).await.unwrap();
    let another = start(&resident, &place, "Sleep", "I wake up at night").await.conversation_id;
    until_it_stands(&resident, &another, true).await;
    let told = in_the_way(&resident).await;
    assert!(!told.contains(&conversation_id) && !told.contains(&asked.consultation_id), "{told:?}");

    let _: WriteMessageResponse = nurse.call(&format!("{CONVERSATIONS}/WriteMessage"), &write(Visibility::Everyone)).await.unwrap();
    until_it_stands(&resident, &conversation_id, true).await;
    mark_done(&resident, &conversation_id).await;
    until_it_stands(&resident, &conversation_id, false).await;
    let unmark = UnmarkDoneRequest { conversation_id: conversation_id.clone() };
    let _: UnmarkDoneResponse = resident.call(&format!("{CONVERSATIONS}/UnmarkDone"), &unmark).await.unwrap();
    until_it_stands(&resident, &conversation_id, true).await;
    let end = EndConversationRequest { conversation_id: conversation_id.clone(), mark_done: true };
    let _: EndConversationResponse = nurse.call(&format!("{TASKS}/EndConversation"), &end).await.unwrap();
    until_it_stands(&resident, &conversation_id, false).await;
    assert!(in_the_way(&resident).await.contains(&another), "one does not stand for another");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long: searches everything that all tests have written so far"]
async fn pro_04_a_deleted_account_is_unreadable_everywhere_and_care_records_stay() {
    let register = std::env::temp_dir().join(format!("kajo-register-{}", Ids::system().v7(Clock::system().now())));
    let mut world = World::with(|mut settings| {
        settings.destroyed_keys_dir = Some(register.clone());
        settings.with("account_regret_days", "0")
    })
    .await;
    let (resident, nurse) = (world.resident("aino").await, world.practitioner("liisa").await);
    let person = person_of(&resident).await;

    // What is the account's alone: a draft, a file that was never sent, names and tokens. And a care record.
    let draft = SaveDraftRequest { text: format!("{MARK} draft"), topic: format!("{MARK} topic"), ..SaveDraftRequest::default() };
    let _: SaveDraftResponse = resident.call("/kajo.conversations.v1.DraftService/SaveDraft", &draft).await.unwrap();
    let unsent = upload(&resident, &format!("{MARK}.pdf"), &format!("{MARK} content")).await;
    let sent = upload(&resident, &format!("{KEPT}.pdf"), &format!("{KEPT} content")).await;
    let mut place = place(&resident, &nurse).await;
    place.attachment_ids = vec![sent.clone()];
    let conversation_id = start(&resident, &place, &format!("{KEPT} topic"), &format!("{KEPT} text")).await.conversation_id;

    // The dry run says so, and what has to come to its end first.
    let dry: PreviewDeletionResponse =
        resident.call("/kajo.conversations.v1.DeletionService/PreviewDeletion", &PreviewDeletionRequest {}).await.unwrap();
    let dry = dry.preview.unwrap();
    let counted: Vec<_> = dry.erased.iter().map(|item| (item.subject(), item.count)).collect();
    assert_eq!(counted, [(DeletionSubject::Drafts, 1), (DeletionSubject::UnsentFiles, 1)]);
    assert!(dry.kept.iter().any(|item| item.subject() == DeletionSubject::Conversations && item.count >= 1));
    assert!(dry.vetoes.iter().any(|veto| veto.object_id == conversation_id));
    // Only looked at until then: asked for before the news of the conversation, it would be granted, and with no days of regret carried out.
    until_it_stands(&resident, &conversation_id, true).await;
    assert_eq!(code_and_reason(&ask(&resident).await.unwrap_err()), "FailedPrecondition/deletion_conversations_open");

    // Everything that is open comes to its end.
    for veto in dry.vetoes {
        let take = TakeConversationRequest { conversation_id: veto.object_id.clone() };
        let _ = nurse.call::<TakeConversationResponse>("/kajo.conversations.v1.TaskService/TakeConversation", &take).await;
        let end = EndConversationRequest { conversation_id: veto.object_id.clone(), mark_done: true };
        if nurse.call::<EndConversationResponse>("/kajo.conversations.v1.TaskService/EndConversation", &end).await.is_err() {
            mark_done(&resident, &veto.object_id).await;
        }
    }

    // A backup of that day; and the search finds what is there to be found.
    let prefix = world.environment.settings.database_prefix.clone();
    let settings: serde_json::Value = world.environment.settings.part().unwrap();
    let folders = [disk::servers().await, settings["files_dir"].as_str().unwrap().into(), register.clone()];
    let people: BTreeSet<_> = [person, PersonId::parse(&unsent).unwrap(), PersonId::parse(&sent).unwrap()].into();
    let before = disk::opened(&world.platform, &on_disk(&folders, &people)).await;
    let readable = |texts: &BTreeSet<(u32, String)>, what: &str| texts.iter().any(|(_, text)| text.contains(what));
    for what in ["draft", "topic", "content"] {
        assert!(readable(&before, &format!("{MARK} {what}")), "{what} can be read before");
    }
    assert!(readable(&before, &format!("{MARK}.pdf")) && before.contains(&(1, "Aino".to_owned())));
    world.platform.stop().await;
    copy_databases(&prefix, &format!("{prefix}backup_")).await;
    world.platform = Platform::start(&world.environment).await.unwrap();

    // Asked for, due at once, carried out in every service.
    let resident = world.resident("aino").await;
    eventually(|| async { ask(&resident).await.ok() }).await;
    eventually(|| async { (resident.get("/api/session").await.status() != StatusCode::OK).then_some(()) }).await;
    let gone = || async {
        disk::servers().await;
        let texts = disk::opened(&world.platform, &on_disk(&folders, &people)).await;
        (!readable(&texts, MARK) && !texts.iter().any(|(class, _)| *class == 1)).then_some(texts)
    };
    let after = eventually(gone).await;
    for what in ["topic", "text", "content"] {
        assert!(readable(&after, &format!("{KEPT} {what}")), "{what} of the care record stays");
    }

    // The professional still reads the record.
    let nurse = world.practitioner("liisa").await;
    let asked = GetConversationRequest { conversation_id: conversation_id.clone(), ..GetConversationRequest::default() };
    let read: GetConversationResponse = nurse.call("/kajo.conversations.v1.ConversationService/GetConversation", &asked).await.unwrap();
    assert_eq!(read.conversation.unwrap().topic, format!("{KEPT} topic"));
    assert_eq!(nurse.get(&format!("/api/attachments/{sent}")).await.status(), StatusCode::OK);

    // What was given to do and was not done is taken back.
    let task = GetCustomerTaskRequest { customer_task_id: demo_id("customer_task", "aino").to_string() };
    eventually(|| async {
        let path = "/kajo.conversations.v1.CustomerTaskService/GetCustomerTask";
        let found: GetCustomerTaskResponse = nurse.call(path, &task).await.unwrap();
        (found.task.unwrap().state() == CustomerTaskState::Withdrawn).then_some(())
    })
    .await;

    // Whoever signs in again is somebody new, with keys that work.
    let again = newcomer(&world, "aino").await;
    assert_ne!(person_of(&again).await, person);
    let session: serde_json::Value = again.get("/api/session").await.json().await.unwrap();
    assert_eq!(session["user"]["name"]["given"], "Aino");
    let hidden = again.call::<GetConversationResponse>("/kajo.conversations.v1.ConversationService/GetConversation", &asked).await;
    assert_eq!(code_and_reason(&hidden.unwrap_err()), "PermissionDenied/entry_incomplete");
    // And when everything is told and accepted again, what was theirs is nobody's they know.
    enter(&again).await;
    let account: GetAccountResponse = again.call(&format!("{ACCOUNT}/GetAccount"), &GetAccountRequest {}).await.unwrap();
    assert!(account.deletion.is_none());
    let hidden = again.call::<GetConversationResponse>("/kajo.conversations.v1.ConversationService/GetConversation", &asked).await;
    assert_eq!(hidden.unwrap_err().code(), tonic::Code::NotFound);
    assert_eq!(person_of(&world.resident("aino").await).await, person_of(&again).await, "the new account is kept");

    // The backup comes back: the register takes its keys away before anybody is served.
    world.platform.stop().await;
    copy_databases(&format!("{prefix}backup_"), &prefix).await;
    world.platform = Platform::start(&world.environment).await.unwrap();
    let texts = disk::opened(&world.platform, &on_disk(&[disk::servers().await], &people)).await;
    assert!(!readable(&texts, MARK) && !texts.iter().any(|(class, _)| *class == 1), "the backup can be read");
    assert!(readable(&texts, &format!("{KEPT} text")));
    assert_ne!(person_of(&newcomer(&world, "aino").await).await, person);
    world.end().await;
    std::fs::remove_dir_all(register).unwrap();
}
