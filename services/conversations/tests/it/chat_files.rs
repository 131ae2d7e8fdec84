//! Files that go with messages of a chat (CHA-06): the service that writes the message takes them along, and shows them with the chat.

use chassis::testkit::{Calls, eventually};
use chassis_domain::{AudienceKey, PersonId, Uuid};
use jiff::SignedDuration;
use kajo_proto::{
    caller::v1::CallerContext,
    conversations::v1::{
        Attachment, BindAttachmentsRequest, DiscardAttachmentRequest, GetChatAttachmentsRequest, ScanState,
        chat_attachment_service_client::ChatAttachmentServiceClient,
    },
    options::v1::Caller,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::{
    files::{Folder, PDF, scanned, upload, with_files},
    hostile_files::eicar,
    unsent::{SLOW, state_of},
    world::{Person, World, param, reason},
};

/// Somebody at the screen who chats with the nurse about a matter of `resident`.
struct Chat {
    id: Uuid,
    resident: Uuid,
    at_screen: Uuid,
}

impl Chat {
    /// About their own matter.
    fn of(person: &Person) -> Self {
        Self { id: Uuid::now_v7(), resident: person.id, at_screen: person.id }
    }

    /// A new command that takes these files of `owner` along.
    fn takes(&self, world: &World, owner: &Person, files: &[&str]) -> BindAttachmentsRequest {
        BindAttachmentsRequest {
            command_id: Uuid::now_v7().to_string(),
            chat_id: self.id.to_string(),
            owner_id: owner.id.to_string(),
            resident_id: self.resident.to_string(),
            at_screen_id: self.at_screen.to_string(),
            practitioner_id: world.nurse().id.to_string(),
            attachment_ids: files.iter().map(|file| (*file).to_owned()).collect(),
        }
    }

    /// Those of these files that are its own.
    async fn shown(&self, world: &World, files: &[&str]) -> Vec<Attachment> {
        let attachment_ids = files.iter().map(|file| (*file).to_owned()).collect();
        let asked = GetChatAttachmentsRequest { chat_id: self.id.to_string(), attachment_ids };
        service(world).get_chat_attachments(asked).await.unwrap().into_inner().attachments
    }

    async fn state_of(&self, world: &World, file: &str) -> ScanState {
        self.shown(world, &[file]).await[0].scan_state()
    }
}

/// As chat-queue calls.
fn service(world: &World) -> ChatAttachmentServiceClient<Calls> {
    let caller = CallerContext { kind: Caller::Service.into(), service: "chat-queue".to_owned(), ..CallerContext::default() };
    ChatAttachmentServiceClient::new(world.calls_by(caller))
}

async fn bind(world: &World, request: &BindAttachmentsRequest) -> Result<(), Status> {
    service(world).bind_attachments(request.clone()).await.map(drop)
}

/// Who was told that its scan came to an end.
async fn told(world: &World, file: &str) -> Vec<String> {
    sqlx::query_scalar("select audience from outbox where fact_type like '%.AttachmentScanned' and stream_id = 'attachment-' || $1")
        .bind(file)
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap()
}

async fn events_of(world: &World, file: &str) -> i64 {
    sqlx::query_scalar("select count(*) from events where stream_id = 'attachment-' || $1")
        .bind(file)
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_a_file_goes_along_before_it_is_scanned_and_both_sides_are_told_what_was_found() {
    let world = World::start().await;
    let (aino, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let chat = Chat { resident: Uuid::now_v7(), ..Chat::of(&aino) };
    world.simulators.fail(Fault::ScannerHangs);
    let file = upload(&aino, "lähete.PDF", SLOW).await.unwrap().attachment_id;
    let sick = upload(&aino, "tauti.pdf", &[SLOW, &eicar(), b"\n%%EOF\n"].concat()).await.unwrap().attachment_id;
    bind(&world, &chat.takes(&world, &aino, &[&file, &sick])).await.unwrap();
    assert_eq!(chat.state_of(&world, &file).await, ScanState::Pending);
    assert_eq!(chat.state_of(&world, &sick).await, ScanState::Pending);

    world.simulators.fail(Fault::None);
    assert_eq!(scanned(&world, &aino, &file).await, ScanState::Clean);
    assert_eq!(scanned(&world, &aino, &sick).await, ScanState::Infected);
    let expected = Attachment {
        attachment_id: file.clone(),
        file_name: "lähete.PDF".to_owned(),
        size_bytes: SLOW.len() as u64,
        extension: ".pdf".to_owned(),
        scan_state: ScanState::Clean.into(),
        has_thumbnail: false,
    };
    assert_eq!(chat.shown(&world, &[&file]).await, [expected]);
    assert_eq!(chat.state_of(&world, &sick).await, ScanState::Infected);
    let at_screen = String::from(AudienceKey::at_screen(PersonId::from_uuid(chat.resident), PersonId::from_uuid(chat.at_screen)));
    for file in [&file, &sick] {
        let keys = told(&world, file).await;
        assert!(keys.contains(&at_screen) && keys.contains(&format!("person:{}", nurse.id)), "{keys:?}");
        assert!(!keys.contains(&format!("person:{}", chat.resident)), "others who act for the same resident do not sit there: {keys:?}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_a_file_goes_along_in_one_chat_and_nowhere_else_however_often_it_is_asked_for() {
    let world = World::start().await;
    let (aino, eino, nurse) = (world.resident("Aino Lehtonen"), world.resident("Eino Saarinen"), world.nurse());
    let (chat, other) = (Chat::of(&aino), Chat::of(&aino));
    let uploaded = async |name: &str| upload(&aino, name, PDF).await.unwrap().attachment_id;
    let (file, elsewhere) = (uploaded("a.pdf").await, uploaded("b.pdf").await);
    let (unsent, sent) = (uploaded("c.pdf").await, uploaded("d.pdf").await);
    for id in [&file, &elsewhere, &unsent, &sent] {
        assert_eq!(scanned(&world, &aino, id).await, ScanState::Clean);
    }
    let takes = chat.takes(&world, &aino, &[&file]);
    bind(&world, &takes).await.unwrap();
    let events = events_of(&world, &file).await;
    // The same command again, and another one that names what this chat has.
    bind(&world, &takes).await.unwrap();
    bind(&world, &chat.takes(&world, &aino, &[&file])).await.unwrap();
    assert_eq!(events_of(&world, &file).await, events);

    bind(&world, &other.takes(&world, &aino, &[&elsewhere])).await.unwrap();
    let refused = bind(&world, &other.takes(&world, &aino, &[&file])).await.unwrap_err();
    assert_eq!(reason(&refused), "attachment_sent");
    assert_eq!(reason(&aino.start(with_files(&[&file])).await.unwrap_err()), "attachment_sent");
    let discard = DiscardAttachmentRequest { attachment_id: file.clone() };
    assert_eq!(reason(&aino.attachments().discard_attachment(discard).await.unwrap_err()), "attachment_sent");
    aino.start(with_files(&[&sent])).await.unwrap();
    assert_eq!(reason(&bind(&world, &chat.takes(&world, &aino, &[&sent])).await.unwrap_err()), "attachment_sent");

    // All of them go along, or none; whose they are not, for them they are not there.
    let (foreign, missing) = (upload(&eino, "e.pdf", PDF).await.unwrap().attachment_id, Uuid::now_v7().to_string());
    for hidden in [&foreign, &missing] {
        let refused = bind(&world, &chat.takes(&world, &aino, &[&unsent, hidden])).await.unwrap_err();
        assert_eq!(refused.code(), Code::NotFound);
    }
    let refused = bind(&world, &chat.takes(&world, &nurse, &[&unsent])).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
    let shown = chat.shown(&world, &[&foreign, &file, &elsewhere, &unsent, &sent, &missing]).await;
    assert_eq!(shown.iter().map(|found| found.attachment_id.as_str()).collect::<Vec<_>>(), [file.as_str()]);
    bind(&world, &chat.takes(&world, &aino, &[&unsent])).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_what_cannot_go_with_a_message_cannot_go_into_a_chat() {
    let world = World::start().await;
    let aino = world.resident("Aino Lehtonen");
    let chat = Chat::of(&aino);
    let infected = upload(&aino, "a.pdf", &[PDF, &eicar(), b"\n%%EOF\n"].concat()).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &aino, &infected).await, ScanState::Infected);
    world.simulators.fail(Fault::ScannerFails);
    let blocked = upload(&aino, "b.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &aino, &blocked).await, ScanState::Error);
    for (file, why) in [(&infected, "attachment_infected"), (&blocked, "attachment_blocked")] {
        let refused = bind(&world, &chat.takes(&world, &aino, &[file])).await.unwrap_err();
        assert_eq!(reason(&refused), why);
    }
    world.simulators.fail(Fault::None);

    let mut many = Vec::new();
    for name in ["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf", "6.pdf"] {
        many.push(upload(&aino, name, PDF).await.unwrap().attachment_id);
    }
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    let refused = bind(&world, &chat.takes(&world, &aino, &many)).await.unwrap_err();
    assert_eq!((reason(&refused).as_str(), param(&refused, "max").as_str()), ("too_many_attachments", "5"));
    assert!(chat.shown(&world, &many).await.is_empty());
    bind(&world, &chat.takes(&world, &aino, &many[..5])).await.unwrap();
    assert_eq!(chat.shown(&world, &many).await.len(), 5);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_a_file_of_a_chat_is_not_unsent_and_stays_when_those_are_forgotten() {
    let world = World::with(|settings| settings.with("attachment_max_unsent", "1")).await;
    let aino = world.resident("Aino Lehtonen");
    let chat = Chat::of(&aino);
    let file = upload(&aino, "a.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &aino, &file).await, ScanState::Clean);
    assert_eq!(reason(&upload(&aino, "b.pdf", PDF).await.unwrap_err()), "too_many_unsent_files");
    bind(&world, &chat.takes(&world, &aino, &[&file])).await.unwrap();
    let left = upload(&aino, "b.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &aino, &left).await, ScanState::Clean);

    world.clock().advance(SignedDuration::from_hours(25));
    eventually(|| async { state_of(&aino, &left).await.is_none().then_some(()) }).await;
    let folder: String = world.running.kernel().settings.part::<Folder>().unwrap().files_dir;
    eventually(|| async { (std::fs::read_dir(&folder).unwrap().count() == 1).then_some(()) }).await;
    assert_eq!((state_of(&aino, &file).await, chat.state_of(&world, &file).await), (Some(ScanState::Clean), ScanState::Clean));
    world.end().await;
}
