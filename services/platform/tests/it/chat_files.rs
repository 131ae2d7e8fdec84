//! Files that go along with messages of a chat (CHA-06): conversations takes them in and gives them out, the chat says to whom.

use chassis::{Clock, clock::Ids};
use chassis_domain::demo_id;
use gateway::App;
use identity::demo::RESIDENTS;
use kajo_proto::{
    chat_queue::v1::{
        AcceptChatRequest, AcceptChatResponse, ChatMessage, ChatQueueDetails, EndChatRequest, EndChatResponse, GetChatRequest, GetChatResponse,
        HolidayRule, HoursRule, JoinChatQueueRequest, JoinChatQueueResponse, OpeningHours, OpeningWindow, ReturnChatRequest, ReturnChatResponse,
        SaveChatQueueRequest, SaveChatQueueResponse, WriteChatMessageRequest, WriteChatMessageResponse,
    },
    common::v1::{DeletionSubject, Matter, Translated},
    conversations::v1::{
        Attachment, DiscardAttachmentRequest, DiscardAttachmentResponse, GetAttachmentsRequest, GetAttachmentsResponse, GetThumbnailRequest,
        GetThumbnailResponse, PreviewDeletionRequest, PreviewDeletionResponse, ScanState, StartConversationRequest, StartConversationResponse,
    },
};
use reqwest::StatusCode;
use simulators::Fault;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    browser::{Browser, code_and_reason},
    deletion::{PIXEL, upload, upload_file},
    journey::{Live, place, until_clean},
    world::World,
};

const ATTACHMENTS: &str = "/kajo.conversations.v1.AttachmentService";
const CHATS: &str = "/kajo.chat_queue.v1.ChatService";
const WAITING: &str = "/kajo.chat_queue.v1.ChatWaitingService";
/// On which the scanner hangs when it is told to.
const SLOW: &[u8] = b"%PDF-1.4\n% HANGS THE SCANNER\n%%EOF\n";
pub(crate) const MISSING: &str = "0198c0de-0000-7000-8000-0000000000cc";

/// A queue that nurses of Lehtola work through, open day and night, for everybody.
pub(crate) fn open_queue(name: &str) -> ChatQueueDetails {
    let name = Some(Translated { fi: name.to_owned(), sv: name.to_owned(), en: name.to_owned() });
    let hours = OpeningHours {
        rule: HoursRule::Daily.into(),
        daily: vec![OpeningWindow { from: "00:00".to_owned(), until: "24:00".to_owned() }],
        holidays: HolidayRule::Regular.into(),
        eves: HolidayRule::Regular.into(),
        ..OpeningHours::default()
    };
    ChatQueueDetails {
        name,
        matter: Matter::Health.into(),
        location_ids: vec![identity::demo::location_id("lehtola").to_string()],
        role_ids: vec![identity::demo::role_id("nurse").to_string()],
        visible_to_identified: true,
        visible_to_unidentified: true,
        hours: Some(hours),
        ..ChatQueueDetails::default()
    }
}

/// An administrator adds a queue.
pub(crate) async fn add(administrator: &Browser, details: ChatQueueDetails) -> String {
    let asked = SaveChatQueueRequest { details: Some(details), ..SaveChatQueueRequest::default() };
    let saved: SaveChatQueueResponse = administrator.call("/kajo.chat_queue.v1.ChatQueueService/SaveChatQueue", &asked).await.unwrap();
    saved.chat_queue_id
}

pub(crate) async fn nurse(world: &World, hint: &str) -> Browser {
    world.professional(hint, "nurse", "lehtola").await
}

/// Somebody joins a queue of its own, and a nurse accepts them.
async fn begin(world: &World, name: &str, customer: &Browser, nurse: &Browser) -> String {
    let queue = add(&world.practitioner("paula").await, open_queue(name)).await;
    begin_in(queue, customer, nurse).await
}

/// Somebody joins this queue, and a nurse accepts them.
pub(crate) async fn begin_in(chat_queue_id: String, customer: &Browser, nurse: &Browser) -> String {
    let join = JoinChatQueueRequest { chat_queue_id };
    let joined: JoinChatQueueResponse = customer.call("/kajo.chat_queue.v1.ChatPlaceService/JoinChatQueue", &join).await.unwrap();
    accept(nurse, &joined.chat_id).await;
    joined.chat_id
}

async fn accept(nurse: &Browser, chat_id: &str) {
    let accept = AcceptChatRequest { chat_id: chat_id.to_owned() };
    let _: AcceptChatResponse = nurse.call(&format!("{WAITING}/AcceptChat"), &accept).await.unwrap();
}

pub(crate) async fn write(by: &Browser, chat_id: &str, text: &str, files: &[&str]) -> Result<u32, Status> {
    let attachment_ids = files.iter().map(|file| (*file).to_owned()).collect();
    let request = WriteChatMessageRequest { chat_id: chat_id.to_owned(), text: text.to_owned(), attachment_ids };
    let written: WriteChatMessageResponse = by.call(&format!("{CHATS}/WriteChatMessage"), &request).await?;
    Ok(written.number)
}

async fn read(by: &Browser, chat_id: &str) -> Vec<ChatMessage> {
    let request = GetChatRequest { chat_id: chat_id.to_owned(), ..GetChatRequest::default() };
    let found: GetChatResponse = by.call(&format!("{CHATS}/GetChat"), &request).await.unwrap();
    found.messages
}

async fn download(by: &Browser, id: &str) -> (StatusCode, Vec<u8>) {
    let answer = by.get(&format!("/api/attachments/{id}")).await;
    (answer.status(), answer.bytes().await.unwrap().to_vec())
}

async fn thumbnail(by: &Browser, id: &str) -> Result<GetThumbnailResponse, Status> {
    by.call(&format!("{ATTACHMENTS}/GetThumbnail"), &GetThumbnailRequest { attachment_id: id.to_owned() }).await
}

async fn discard(by: &Browser, id: &str) -> Result<DiscardAttachmentResponse, Status> {
    by.call(&format!("{ATTACHMENTS}/DiscardAttachment"), &DiscardAttachmentRequest { attachment_id: id.to_owned() }).await
}

/// What the access log says of Liisa and this file: how she came by it, whom it is about, and why she might.
async fn logged(world: &World, id: &str) -> Vec<(String, Option<Uuid>, String)> {
    let pool = &world.platform.service("conversations").unwrap().kernel().pool;
    sqlx::query_as("select method, subject_id, ground from access_log where object_id = $1::uuid and actor_id = $2::uuid order by at, entry_id")
        .bind(id.to_owned())
        .bind(demo_id("person", "liisa").to_string())
        .fetch_all(pool)
        .await
        .unwrap()
}

/// What somebody is told of their own files.
async fn own(by: &Browser, id: &str) -> Vec<Attachment> {
    let request = GetAttachmentsRequest { attachment_ids: vec![id.to_owned()] };
    let found: GetAttachmentsResponse = by.call(&format!("{ATTACHMENTS}/GetAttachments"), &request).await.unwrap();
    found.attachments
}

/// Whether files lie there that were sent nowhere, as somebody is told before they delete their account.
async fn has_unsent(by: &Browser) -> bool {
    let told: PreviewDeletionResponse = by.call("/kajo.conversations.v1.DeletionService/PreviewDeletion", &PreviewDeletionRequest {}).await.unwrap();
    told.preview.unwrap().erased.iter().any(|item| item.subject() == DeletionSubject::UnsentFiles)
}

/// As the PDF files of these tests are made.
fn pdf(content: &str) -> Vec<u8> {
    format!("%PDF-1.4\n{content}\n%%EOF\n").into_bytes()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_06_files_go_both_ways_in_a_chat_and_are_there_for_both_sides_when_it_is_over() {
    let world = World::start().await;
    let (aino, liisa) = (world.resident("aino").await, nurse(&world, "liisa").await);
    let chat = begin(&world, "Liitteiden jono", &aino, &liisa).await;
    let picture = upload_file(&aino, "ihottuma.png", PIXEL.to_vec()).await;
    let letter = upload(&aino, "l%C3%A4hete.PDF", "of Aino").await;
    for file in [&picture, &letter] {
        until_clean(&aino, file).await;
    }
    write(&aino, &chat, "", &[&picture]).await.unwrap();
    write(&aino, &chat, "Katso tämä.", &[&letter]).await.unwrap();

    let messages = read(&liisa, &chat).await;
    assert_eq!(messages.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(), ["", "Katso tämä."]);
    let expected = Attachment {
        attachment_id: letter.clone(),
        file_name: "lähete.PDF".to_owned(),
        size_bytes: pdf("of Aino").len() as u64,
        extension: ".pdf".to_owned(),
        scan_state: ScanState::Clean.into(),
        has_thumbnail: false,
    };
    assert_eq!(messages[1].attachments, [expected]);
    let shown = &messages[0].attachments[0];
    assert_eq!((shown.attachment_id.as_str(), shown.file_name.as_str(), shown.has_thumbnail), (picture.as_str(), "ihottuma.png", true));
    assert!(!thumbnail(&liisa, &picture).await.unwrap().jpeg.is_empty());
    assert_eq!(download(&liisa, &letter).await, (StatusCode::OK, pdf("of Aino")));
    let subject = RESIDENTS.iter().find(|known| known.person.login_hint == "aino").unwrap().person.person_id().uuid();
    for (file, method) in [(&picture, "GetThumbnail"), (&letter, "DownloadAttachment")] {
        let expected = (format!("{ATTACHMENTS}/{method}"), Some(subject), "attachment of a readable chat".to_owned());
        assert_eq!(logged(&world, file).await, [expected]);
    }

    let advice = upload(&liisa, "ohje.pdf", "of Liisa").await;
    until_clean(&liisa, &advice).await;
    write(&liisa, &chat, "", &[&advice]).await.unwrap();
    assert_eq!(read(&aino, &chat).await[2].attachments[0].file_name, "ohje.pdf");
    assert_eq!(download(&aino, &advice).await, (StatusCode::OK, pdf("of Liisa")));

    let before = read(&aino, &chat).await;
    let end = EndChatRequest { chat_id: chat.clone() };
    let _: EndChatResponse = liisa.call(&format!("{CHATS}/EndChat"), &end).await.unwrap();
    for reader in [&aino, &liisa] {
        assert_eq!(read(reader, &chat).await, before);
        assert_eq!(download(reader, &letter).await, (StatusCode::OK, pdf("of Aino")));
        assert_eq!(download(reader, &advice).await, (StatusCode::OK, pdf("of Liisa")));
        assert!(thumbnail(reader, &picture).await.is_ok());
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_06_a_file_is_sent_while_it_is_scanned_and_both_sides_are_told_when_that_has_ended() {
    let world = World::start().await;
    let (aino, liisa) = (world.resident("aino").await, nurse(&world, "liisa").await);
    let chat = begin(&world, "Tarkistusten jono", &aino, &liisa).await;
    let (mut hers, mut theirs) = (Live::open(&aino).await, Live::open(&liisa).await);
    world.simulators.fail(Fault::ScannerHangs);
    let file = upload_file(&aino, "kuva.pdf", SLOW.to_vec()).await;
    write(&aino, &chat, "", &[&file]).await.unwrap();
    for reader in [&aino, &liisa] {
        assert_eq!(read(reader, &chat).await[0].attachments[0].scan_state(), ScanState::Pending);
        assert_ne!(download(reader, &file).await.0, StatusCode::OK, "nobody knows yet what is in it");
    }
    world.simulators.fail(Fault::None);
    hers.sees("AttachmentScanned", &file).await;
    theirs.sees("AttachmentScanned", &file).await;
    for reader in [&aino, &liisa] {
        assert_eq!(read(reader, &chat).await[0].attachments[0].scan_state(), ScanState::Clean, "a query right behind the push shows it");
        assert_eq!(download(reader, &file).await, (StatusCode::OK, SLOW.to_vec()));
    }
    drop((hers, theirs));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_06_a_file_of_a_chat_is_there_for_nobody_else_and_goes_nowhere_else() {
    let world = World::start().await;
    let (aino, liisa) = (world.resident("aino").await, nurse(&world, "liisa").await);
    let chat = begin(&world, "Ensimmäinen jono", &aino, &liisa).await;
    let picture = upload_file(&aino, "kuva.png", PIXEL.to_vec()).await;
    until_clean(&aino, &picture).await;
    write(&aino, &chat, "", &[&picture]).await.unwrap();
    assert!(thumbnail(&liisa, &picture).await.is_ok());

    // Another resident, and a colleague who works through the same queue.
    let (eino, jussi) = (world.resident("eino").await, nurse(&world, "jussi").await);
    for stranger in [&eino, &jussi] {
        for id in [picture.as_str(), MISSING] {
            assert_eq!(download(stranger, id).await.0, StatusCode::NOT_FOUND);
        }
        let (hidden, missing) = (thumbnail(stranger, &picture).await.unwrap_err(), thumbnail(stranger, MISSING).await.unwrap_err());
        assert_eq!((hidden.code(), hidden.details()), (Code::NotFound, missing.details()), "hidden and unknown look the same");
        assert!(own(stranger, &picture).await.is_empty());
    }

    let other = begin(&world, "Toinen jono", &aino, &liisa).await;
    let refused = write(&aino, &other, "", &[&picture]).await.unwrap_err();
    assert_eq!(code_and_reason(&refused), "FailedPrecondition/attachment_sent");
    let conversation = StartConversationRequest {
        topic: "Kuva".to_owned(),
        text: "Liitteenä".to_owned(),
        attachment_ids: vec![picture.clone()],
        ..place(&aino, &liisa).await
    };
    let refused = aino.call::<StartConversationResponse>("/kajo.conversations.v1.ConversationService/StartConversation", &conversation).await;
    assert_eq!(code_and_reason(&refused.unwrap_err()), "FailedPrecondition/attachment_sent");

    // All of them go along, or none.
    let (hers, theirs) = (upload(&aino, "a.pdf", "of Aino").await, upload(&liisa, "b.pdf", "of Liisa").await);
    for foreign in [theirs.as_str(), MISSING] {
        assert_eq!(write(&aino, &chat, "", &[&hers, foreign]).await.unwrap_err().code(), Code::NotFound);
    }
    let mut many = Vec::new();
    for name in ["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf", "6.pdf"] {
        many.push(upload(&aino, name, "one of many").await);
    }
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    let refused = write(&aino, &chat, "", &many).await.unwrap_err();
    assert_eq!(code_and_reason(&refused), "InvalidArgument/too_many_attachments");
    assert_eq!(read(&liisa, &chat).await.len(), 1, "nothing of what was refused is there");
    write(&aino, &chat, "", &[&hers]).await.unwrap();
    write(&aino, &chat, "", &many[..5]).await.unwrap();
    assert!(read(&liisa, &other).await.is_empty());

    // Put back into the line and accepted by the colleague: from then on it is there for him, and no more for her.
    let back = ReturnChatRequest { chat_id: chat.clone() };
    let _: ReturnChatResponse = liisa.call(&format!("{WAITING}/ReturnChat"), &back).await.unwrap();
    accept(&jussi, &chat).await;
    assert_eq!(download(&liisa, &picture).await.0, StatusCode::NOT_FOUND);
    assert_eq!(download(&jussi, &picture).await.0, StatusCode::OK);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_06_a_message_with_a_file_that_is_tried_again_is_written_once_and_the_file_is_sent() {
    let world = World::start().await;
    let (aino, liisa) = (world.resident("aino").await, nurse(&world, "liisa").await);
    let chat = begin(&world, "Uusien yritysten jono", &aino, &liisa).await;
    let file = upload(&aino, "a.pdf", "of Aino").await;
    until_clean(&aino, &file).await;
    assert!(has_unsent(&aino).await);
    let again = aino.clone().with("idempotency-key", &Ids::system().v7(Clock::system().now()).to_string());
    let first = write(&again, &chat, "Liitteenä", &[&file]).await.unwrap();
    assert_eq!(write(&again, &chat, "Liitteenä", &[&file]).await.unwrap(), first);
    let messages = read(&liisa, &chat).await;
    assert_eq!(messages.iter().map(|message| (message.number, message.attachments.len())).collect::<Vec<_>>(), [(first, 1)]);

    // It is sent, and its owner's all the same.
    assert!(!has_unsent(&aino).await);
    assert_eq!(own(&aino, &file).await.len(), 1);
    assert_eq!(code_and_reason(&discard(&aino, &file).await.unwrap_err()), "FailedPrecondition/attachment_sent");
    assert_eq!(discard(&liisa, &file).await.unwrap_err().code(), Code::NotFound);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_06_no_file_goes_to_who_is_not_signed_in_or_comes_from_them() {
    let world = World::start().await;
    let mut visitor = world.browser(App::Resident);
    assert_eq!(visitor.post_json("/api/visit", "{}").await.status(), StatusCode::NO_CONTENT);
    let liisa = nurse(&world, "liisa").await;
    let chat = begin(&world, "Kävijöiden jono", &visitor, &liisa).await;
    let file = upload(&liisa, "ohje.pdf", "of Liisa").await;
    for writer in [&liisa, &visitor] {
        let refused = write(writer, &chat, "Liitteenä", &[&file]).await.unwrap_err();
        assert_eq!(code_and_reason(&refused), "FailedPrecondition/chat_files_need_sign_in");
    }
    assert!(read(&visitor, &chat).await.is_empty());
    assert_ne!(download(&visitor, &file).await.0, StatusCode::OK);
    // It was sent nowhere.
    discard(&liisa, &file).await.unwrap();
    write(&liisa, &chat, "Kirjaudu sisään, niin voin lähettää ohjeen.", &[]).await.unwrap();
    world.end().await;
}
