//! Summaries of chats (CHA-10): what the model is told, who reads what it answers, and where nothing of either stands.

use chassis::testkit::eventually;
use kajo_proto::chat_queue::v1::{
    AcceptChatSummaryRequest, AcceptChatSummaryResponse, ChatQueueDetails, ChatSummary, ChatSummaryFailure, ChatSummarySentence, ChatSummaryState,
    ClearChatSummaryRequest, ClearChatSummaryResponse, EditChatSummaryRequest, EditChatSummaryResponse, GetChatQueueRequest, GetChatQueueResponse,
    GetChatSummaryRequest, GetChatSummaryResponse, RequestChatSummaryRequest, RequestChatSummaryResponse, SaveChatQueueRequest,
    SaveChatQueueResponse,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::{
    browser::Browser,
    bus::carried,
    chat_files::{MISSING, add, begin_in, nurse, open_queue, write},
    to_patient::no,
    trace::Sink,
    world::World,
};

const QUEUES: &str = "/kajo.chat_queue.v1.ChatQueueService";
const SUMMARIES: &str = "/kajo.chat_queue.v1.ChatSummaryService";

const COMPLAINT: &str = "Migreeni alkoi kanarialinnun laulusta.";
const INTRODUCTION: &str = "Olen Eino Saarinen, 121275-933V, soita 040 765 4321 tai kirjoita eino.saarinen@posti.example.";
const ADVICE: &str = "Lepää hämärässä, Eino. Terveisin Liisa Virtanen";
/// What the professional makes of the summary.
const OWN: &str = "Sovittu lepo pimennetyssä huoneessa ja soitto huomenna.";

/// What of all this says who somebody is.
const IDENTIFYING: [&str; 7] = ["Eino", "Saarinen", "Liisa", "Virtanen", "121275-933V", "765 4321", "eino.saarinen"];

/// Eino's chat with Liisa.
struct Talk {
    eino: Browser,
    liisa: Browser,
    chat_id: String,
    queue_id: String,
}

impl Talk {
    /// In a queue of its own, with summaries or without.
    async fn begin(world: &World, summary_enabled: bool) -> Self {
        let (eino, liisa) = (world.resident("eino").await, nurse(world, "liisa").await);
        let details = ChatQueueDetails { summary_enabled, ..open_queue("Yhteenvetojen jono") };
        let queue_id = add(&world.practitioner("paula").await, details).await;
        let chat_id = begin_in(queue_id.clone(), &eino, &liisa).await;
        Self { eino, liisa, chat_id, queue_id }
    }

    /// Both sides write, who they are as well.
    async fn write(&self) {
        for (by, text) in [(&self.eino, COMPLAINT), (&self.eino, INTRODUCTION), (&self.liisa, ADVICE)] {
            write(by, &self.chat_id, text, &[]).await.unwrap();
        }
    }

    /// The professional asks for a summary, and waits for what becomes of it.
    async fn summarise(&self, state: ChatSummaryState) -> ChatSummary {
        request(&self.liisa, &self.chat_id).await.unwrap();
        eventually(|| async { self.summary().await.filter(|summary| summary.state() == state) }).await
    }

    async fn summary(&self) -> Option<ChatSummary> {
        get(&self.liisa, &self.chat_id).await.unwrap().summary
    }

    /// Edits what stands, and accepts it.
    async fn answer_for(&self, text: &str) {
        let version = self.summary().await.unwrap().version;
        edit(&self.liisa, &self.chat_id, text, version).await.unwrap();
        let version = self.summary().await.unwrap().version;
        let accept = AcceptChatSummaryRequest { chat_id: self.chat_id.clone(), version };
        let _: AcceptChatSummaryResponse = self.liisa.call(&format!("{SUMMARIES}/AcceptChatSummary"), &accept).await.unwrap();
    }
}

async fn get(by: &Browser, chat_id: &str) -> Result<GetChatSummaryResponse, Status> {
    by.call(&format!("{SUMMARIES}/GetChatSummary"), &GetChatSummaryRequest { chat_id: chat_id.to_owned() }).await
}

async fn request(by: &Browser, chat_id: &str) -> Result<RequestChatSummaryResponse, Status> {
    by.call(&format!("{SUMMARIES}/RequestChatSummary"), &RequestChatSummaryRequest { chat_id: chat_id.to_owned() }).await
}

async fn edit(by: &Browser, chat_id: &str, text: &str, version: u64) -> Result<EditChatSummaryResponse, Status> {
    let request = EditChatSummaryRequest { chat_id: chat_id.to_owned(), text: text.to_owned(), version };
    by.call(&format!("{SUMMARIES}/EditChatSummary"), &request).await
}

async fn clear(by: &Browser, chat_id: &str) -> Result<ClearChatSummaryResponse, Status> {
    by.call(&format!("{SUMMARIES}/ClearChatSummary"), &ClearChatSummaryRequest { chat_id: chat_id.to_owned() }).await
}

/// An administrator switches summaries of a queue on or off.
async fn switch(administrator: &Browser, chat_queue_id: &str, summary_enabled: bool) {
    let asked = GetChatQueueRequest { chat_queue_id: chat_queue_id.to_owned() };
    let found: GetChatQueueResponse = administrator.call(&format!("{QUEUES}/GetChatQueue"), &asked).await.unwrap();
    let queue = found.chat_queue.unwrap();
    let save = SaveChatQueueRequest {
        chat_queue_id: chat_queue_id.to_owned(),
        details: Some(ChatQueueDetails { summary_enabled, ..queue.details.unwrap() }),
        fields: vec!["summary_enabled".to_owned()],
        version: queue.version,
    };
    let _: SaveChatQueueResponse = administrator.call(&format!("{QUEUES}/SaveChatQueue"), &save).await.unwrap();
}

/// All that the model was told so far, a text for each time.
fn asked(world: &World) -> Vec<String> {
    world.simulators.summaries_asked().iter().map(ToString::to_string).collect()
}

/// Whether it says anything of the chat, or of its summary.
fn tells(text: &str) -> bool {
    [COMPLAINT, INTRODUCTION, ADVICE, OWN].iter().chain(&IDENTIFYING).any(|words| text.contains(words))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_10_the_professional_of_a_chat_has_it_summarised_and_answers_for_it_and_the_model_is_told_no_name_or_code() {
    let world = World::start().await;
    let talk = Talk::begin(&world, true).await;
    assert_eq!(no(request(&talk.liisa, &talk.chat_id).await), "FailedPrecondition/summary_empty");
    talk.write().await;
    assert!(get(&talk.liisa, &talk.chat_id).await.unwrap().offered);
    let made = talk.summarise(ChatSummaryState::Done).await;
    assert_eq!((made.until_number, made.accepted), (3, false));
    let expected = ChatSummarySentence { text: COMPLAINT.to_owned(), message_numbers: vec![1], unsupported: false };
    assert_eq!(made.sentences[0], expected);

    let told = asked(&world);
    assert_eq!(told.len(), 1);
    assert!(told[0].contains(COMPLAINT), "{}", told[0]);
    for known in IDENTIFYING {
        assert!(!told[0].contains(known), "{known} in {}", told[0]);
        assert!(made.sentences.iter().all(|sentence| !sentence.text.contains(known)), "{known} in {made:?}");
    }

    talk.answer_for(OWN).await;
    let kept = talk.summary().await.unwrap();
    assert_eq!((kept.edited_text.as_str(), kept.accepted, kept.sentences.len()), (OWN, true, 0));

    // A colleague who works through the same queue finds no such chat, and whose chat it is may not even ask.
    let jussi = nurse(&world, "jussi").await;
    let (hidden, missing) = (get(&jussi, &talk.chat_id).await.unwrap_err(), get(&jussi, MISSING).await.unwrap_err());
    assert_eq!((hidden.code(), hidden.details()), (Code::NotFound, missing.details()), "hidden and unknown look the same");
    assert_eq!(no(edit(&jussi, &talk.chat_id, "Toisen sanat", kept.version).await), "NotFound/not_found");
    assert_eq!(no(clear(&jussi, &talk.chat_id).await), "NotFound/not_found");
    for refused in [no(get(&talk.eino, &talk.chat_id).await), no(request(&talk.eino, &talk.chat_id).await)] {
        assert!(refused.starts_with("PermissionDenied/"), "{refused}");
    }
    assert_eq!(talk.summary().await.unwrap(), kept);

    clear(&talk.liisa, &talk.chat_id).await.unwrap();
    assert_eq!(talk.summary().await, None);
    assert_eq!(asked(&world).len(), 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_10_of_a_queue_without_summaries_nothing_is_sent_anywhere_and_what_was_made_before_stays() {
    let world = World::start().await;
    let (paula, talk) = (world.practitioner("paula").await, Talk::begin(&world, false).await);
    talk.write().await;
    let found = get(&talk.liisa, &talk.chat_id).await.unwrap();
    assert_eq!((found.offered, found.summary), (false, None));
    assert_eq!(no(request(&talk.liisa, &talk.chat_id).await), "FailedPrecondition/summary_off");
    assert!(asked(&world).is_empty());

    switch(&paula, &talk.queue_id, true).await;
    assert!(get(&talk.liisa, &talk.chat_id).await.unwrap().offered);
    let made = talk.summarise(ChatSummaryState::Done).await;
    assert_eq!(asked(&world).len(), 1);

    switch(&paula, &talk.queue_id, false).await;
    let found = get(&talk.liisa, &talk.chat_id).await.unwrap();
    assert_eq!((found.offered, found.summary), (false, Some(made)));
    talk.answer_for(OWN).await;
    assert_eq!(talk.summary().await.unwrap().edited_text, OWN);
    clear(&talk.liisa, &talk.chat_id).await.unwrap();
    assert_eq!(no(request(&talk.liisa, &talk.chat_id).await), "FailedPrecondition/summary_off");
    assert_eq!(asked(&world).len(), 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_cha_10_nothing_of_a_chat_or_its_summary_is_on_the_bus_or_in_a_trace() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::start().await;
    let talk = Talk::begin(&world, true).await;
    talk.write().await;
    // What cannot be read is told nobody either.
    world.simulators.fail(Fault::SummaryMalformed);
    assert_eq!(talk.summarise(ChatSummaryState::Failed).await.failure(), ChatSummaryFailure::Unreadable);
    world.simulators.fail(Fault::None);
    assert_eq!(talk.summarise(ChatSummaryState::Done).await.sentences[0].text, COMPLAINT);
    talk.answer_for(OWN).await;

    let kinds = ["Requested", "Failed", "Completed", "Edited", "Accepted"].map(|what| format!("kajo.chat_queue.v1.ChatSummary{what}"));
    let facts = eventually(|| async {
        let found = carried(&world).await;
        let has = |kind: &String| found.iter().any(|fact| fact.kind == *kind && fact.whole.contains(&talk.chat_id));
        kinds.iter().all(has).then_some(found)
    })
    .await;
    for fact in &facts {
        assert!(!tells(&fact.whole), "{}", fact.whole);
    }

    // That of the model is among them.
    let wanted = ["RequestChatSummary", "GetChatSummary", "EditChatSummary", "AcceptChatSummary", "summarise_chat"];
    let spans = eventually(|| async {
        let spans = sink.told();
        wanted.iter().all(|method| spans.iter().any(|span| span.contains(method))).then_some(spans)
    })
    .await;
    for span in &spans {
        assert!(!tells(span), "{span}");
    }
    world.end().await;
}
