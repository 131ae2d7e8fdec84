//! The main job through all parts: a resident writes, a practitioner answers, both see it live.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use chassis::{Clock, clock::Ids};
use gateway::App;
use kajo_proto::{
    conversations::v1::{
        Conversation, EndConversationRequest, EndConversationResponse, GetAttachmentsRequest, GetAttachmentsResponse, GetConversationRequest,
        GetConversationResponse, ListCategoriesRequest, ListCategoriesResponse, ListQueuesRequest, ListQueuesResponse, ListTasksRequest,
        ListTasksResponse, ScanState, StartConversationRequest, StartConversationResponse, Tab, TakeConversationRequest, TakeConversationResponse,
        WriteMessageRequest, WriteMessageResponse,
    },
    live::v1::{Changed, SubscribeRequest, Update, update::Update as Kind},
};
use prost::Message;
use reqwest::{Method, Response, StatusCode};
use tokio::time::timeout;
use tonic::Code;

use crate::{browser::Browser, world::World};

/// How long a test waits for what it is to see live.
const PATIENCE: Duration = Duration::from_secs(30);

/// A place to write to whose queue `practitioner` has.
pub(crate) async fn place(resident: &Browser, practitioner: &Browser) -> StartConversationRequest {
    let queues: ListQueuesResponse =
        practitioner.call("/kajo.conversations.v1.CategoryService/ListQueues", &ListQueuesRequest::default()).await.unwrap();
    let path = "/kajo.conversations.v1.CategoryService/ListCategories";
    let areas: ListCategoriesResponse = resident.call(path, &ListCategoriesRequest::default()).await.unwrap();
    for area in areas.service_areas {
        let asked = ListCategoriesRequest { service_area_id: area.service_area_id.clone() };
        let found: ListCategoriesResponse = resident.call(path, &asked).await.unwrap();
        for category in found.categories {
            for subcategory in category.subcategories {
                if queues.queues.iter().any(|queue| queue.subcategory_id == subcategory.subcategory_id) {
                    return StartConversationRequest {
                        service_area_id: area.service_area_id,
                        category_id: category.category_id,
                        subcategory_id: subcategory.subcategory_id,
                        ..StartConversationRequest::default()
                    };
                }
            }
        }
    }
    panic!("no category has a queue of this practitioner");
}

pub(crate) async fn start(resident: &Browser, place: &StartConversationRequest, topic: &str, text: &str) -> StartConversationResponse {
    let request = StartConversationRequest { topic: topic.to_owned(), text: text.to_owned(), ..place.clone() };
    resident.call("/kajo.conversations.v1.ConversationService/StartConversation", &request).await.unwrap()
}

/// Waits until a file has been looked through.
pub(crate) async fn until_clean(resident: &Browser, attachment_id: &str) {
    let asked = GetAttachmentsRequest { attachment_ids: vec![attachment_id.to_owned()] };
    chassis::testkit::eventually(|| async {
        let found: GetAttachmentsResponse = resident.call("/kajo.conversations.v1.AttachmentService/GetAttachments", &asked).await.unwrap();
        (found.attachments[0].scan_state() == ScanState::Clean).then_some(())
    })
    .await;
}

async fn tasks(practitioner: &Browser, tab: Tab) -> Vec<String> {
    let request = ListTasksRequest { tab: tab.into(), ..ListTasksRequest::default() };
    let found: ListTasksResponse = practitioner.call("/kajo.conversations.v1.TaskService/ListTasks", &request).await.unwrap();
    found.tasks.into_iter().map(|task| task.conversation_id).collect()
}

async fn conversation(reader: &Browser, id: &str) -> Result<Conversation, tonic::Status> {
    let request = GetConversationRequest { conversation_id: id.to_owned(), confirmed: true, ..GetConversationRequest::default() };
    let found: GetConversationResponse = reader.call("/kajo.conversations.v1.ConversationService/GetConversation", &request).await?;
    Ok(found.conversation.unwrap())
}

/// A live stream as a tab reads it.
pub(crate) struct Live {
    answer: Response,
    text: Vec<u8>,
    bytes: Vec<u8>,
}

impl Live {
    pub(crate) async fn open(browser: &Browser) -> Self {
        let (answer, head) = browser.open("/kajo.live.v1.LiveService/Subscribe", &SubscribeRequest::default()).await;
        assert!(head.is_none(), "{head:?}");
        let mut live = Self { answer, text: Vec::new(), bytes: Vec::new() };
        assert!(matches!(live.next().await.update, Some(Kind::Welcome(_))));
        live
    }

    async fn next(&mut self) -> Update {
        loop {
            if let Some(length) = self.bytes.get(1..5).map(|length| u32::from_be_bytes(length.try_into().unwrap()) as usize)
                && self.bytes.len() >= length + 5
            {
                let frame: Vec<_> = self.bytes.drain(..length + 5).collect();
                assert_eq!(frame[0], 0, "the stream ended");
                return Update::decode(&frame[5..]).unwrap();
            }
            let piece = timeout(PATIENCE, self.answer.chunk()).await.expect("nothing came").unwrap().expect("the stream ended");
            self.text.extend_from_slice(&piece);
            let whole: Vec<_> = self.text.drain(..self.text.len() / 4 * 4).collect();
            self.bytes.extend(whole.chunks(4).flat_map(|group| STANDARD.decode(group).unwrap()));
        }
    }

    /// Reads on until this happened to that.
    pub(crate) async fn sees(&mut self, fact: &str, id: &str) -> Changed {
        loop {
            if let Some(Kind::Changed(changed)) = self.next().await.update
                && changed.fact == fact
                && changed.id == id
            {
                return changed;
            }
        }
    }

    /// Reads on until this happened to that, or everything is to be fetched anew: of the first fact of a service nothing else is told.
    pub(crate) async fn hears_of(&mut self, fact: &str, id: &str) {
        loop {
            match self.next().await.update {
                Some(Kind::Reset(_)) => return,
                Some(Kind::Changed(changed)) if changed.fact == fact && changed.id == id => return,
                _ => {}
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resident_writes_and_a_practitioner_answers_and_both_see_it_live() {
    let world = World::start().await;
    let (resident, practitioner) = (world.resident("aino").await, world.practitioner("liisa").await);
    let (mut hers, mut theirs) = (Live::open(&resident).await, Live::open(&practitioner).await);

    let upload = resident.request(Method::POST, "/api/attachments").header("content-type", "application/octet-stream");
    let upload = upload.header("x-kajo-file-name", "l%C3%A4hete.pdf").header("idempotency-key", Ids::system().v7(Clock::system().now()).to_string());
    let stored = upload.body(b"%PDF-1.4\n%%EOF\n".to_vec()).send().await.unwrap();
    assert_eq!(stored.status(), StatusCode::OK, "{}", stored.text().await.unwrap());
    let stored: serde_json::Value = stored.json().await.unwrap();
    let attachment_id = stored["attachmentId"].as_str().unwrap().to_owned();
    until_clean(&resident, &attachment_id).await;

    let mut place = place(&resident, &practitioner).await;
    place.attachment_ids = vec![attachment_id.clone()];
    let started = start(&resident, &place, "A question", "How do I renew it?").await;
    let id = started.conversation_id;
    theirs.sees("ConversationStarted", &id).await;
    assert!(tasks(&practitioner, Tab::New).await.contains(&id), "a query right behind the push shows it");

    let take = TakeConversationRequest { conversation_id: id.clone() };
    let _: TakeConversationResponse = practitioner.call("/kajo.conversations.v1.TaskService/TakeConversation", &take).await.unwrap();
    hers.sees("ConversationTaken", &id).await;
    assert!(tasks(&practitioner, Tab::Own).await.contains(&id));
    assert!(!tasks(&practitioner, Tab::New).await.contains(&id));

    let write = WriteMessageRequest { conversation_id: id.clone(), text: "Call us.".to_owned(), ..WriteMessageRequest::default() };
    let _: WriteMessageResponse = practitioner.call("/kajo.conversations.v1.ConversationService/WriteMessage", &write).await.unwrap();
    hers.sees("MessageWritten", &id).await;
    assert!(conversation(&resident, &id).await.is_ok());

    let file = practitioner.get(&format!("/api/attachments/{attachment_id}")).await;
    assert_eq!((file.status(), file.bytes().await.unwrap().as_ref()), (StatusCode::OK, b"%PDF-1.4\n%%EOF\n".as_slice()));

    let stranger = world.resident("eino").await;
    let hidden = conversation(&stranger, &id).await.unwrap_err();
    let unknown = conversation(&stranger, "0198c0de-0000-7000-8000-0000000000cc").await.unwrap_err();
    assert_eq!((hidden.code(), hidden.details()), (Code::NotFound, unknown.details()), "hidden and unknown look the same");
    assert_ne!(stranger.get(&format!("/api/attachments/{attachment_id}")).await.status(), StatusCode::OK);

    let end = EndConversationRequest { conversation_id: id.clone(), mark_done: true };
    let _: EndConversationResponse = practitioner.call("/kajo.conversations.v1.TaskService/EndConversation", &end).await.unwrap();
    hers.sees("ConversationEnded", &id).await;
    drop((hers, theirs));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ends_closes_its_live_stream_and_its_calls() {
    let world = World::start().await;
    let mut resident = world.resident("aino").await;
    let mut live = Live::open(&resident).await;
    let before = resident.clone();
    let out = resident.post_json("/api/session/sign-out", "{}").await;
    assert_eq!(out.status(), StatusCode::OK);
    loop {
        if let Some(Kind::SessionEnded(_)) = live.next().await.update {
            break;
        }
    }
    assert_eq!(before.get("/api/session").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(world.browser(App::Resident).get("/api/session").await.status(), StatusCode::NO_CONTENT);
    world.end().await;
}
