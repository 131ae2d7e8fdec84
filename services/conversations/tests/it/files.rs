//! Files that go with messages.

use futures::stream;
use image::{GenericImageView, ImageFormat};
use kajo_proto::conversations::v1::{
    Attachment, DiscardAttachmentRequest, DownloadAttachmentRequest, GetAttachmentsRequest, GetMessageLimitsRequest, GetThumbnailRequest, ScanState,
    StartConversationRequest, UploadAttachmentRequest, UploadHead, download_attachment_response, thread_entry::Entry,
    upload_attachment_request::Part,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::{
    hostile_files::{eicar, encoded, gif, jpeg, picture, png},
    world::{Person, World, fields, param, question, reason},
};

pub(crate) const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

pub(crate) async fn upload(person: &Person, name: &str, content: &[u8]) -> Result<Attachment, Status> {
    let head = UploadHead { file_name: name.to_owned(), size_bytes: 0 };
    let parts = std::iter::once(Part::Head(head)).chain(content.chunks(64 * 1024).map(|chunk| Part::Chunk(chunk.to_vec().into())));
    let messages: Vec<_> = parts.map(|part| UploadAttachmentRequest { part: Some(part) }).collect();
    Ok(person.attachments().upload_attachment(stream::iter(messages)).await?.into_inner().attachment.unwrap())
}

pub(crate) async fn scanned(world: &World, person: &Person, id: &str) -> ScanState {
    world
        .eventually(|| async {
            let request = GetAttachmentsRequest { attachment_ids: vec![id.to_owned()] };
            let state = person.attachments().get_attachments(request).await.unwrap().into_inner().attachments[0].scan_state();
            (state != ScanState::Pending).then_some(state)
        })
        .await
}

pub(crate) async fn download(person: &Person, id: &str) -> Result<Vec<u8>, Status> {
    let mut parts = person.attachments().download_attachment(DownloadAttachmentRequest { attachment_id: id.to_owned() }).await?.into_inner();
    let mut content = Vec::new();
    while let Some(part) = parts.message().await? {
        if let Some(download_attachment_response::Part::Chunk(chunk)) = part.part {
            content.extend_from_slice(&chunk);
        }
    }
    Ok(content)
}

pub(crate) fn with_files(ids: &[&str]) -> StartConversationRequest {
    StartConversationRequest { attachment_ids: ids.iter().map(|id| (*id).to_owned()).collect(), ..question("Files", "See the file") }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clean_file_is_read_by_those_who_read_its_message_and_by_nobody_else() {
    let world = World::start().await;
    let (resident, stranger, nurse) = (world.resident("Aino Lehtonen"), world.resident("Eino Saarinen"), world.nurse());
    let file = upload(&resident, "folder/lähete.PDF", PDF).await.unwrap();
    assert_eq!((file.file_name.as_str(), file.extension.as_str(), file.size_bytes), ("lähete.PDF", ".pdf", PDF.len() as u64));
    let id = file.attachment_id;
    assert_eq!(scanned(&world, &resident, &id).await, ScanState::Clean);
    assert_eq!(download(&nurse, &id).await.unwrap_err().code(), Code::NotFound, "not sent yet");
    resident.start(with_files(&[&id])).await.unwrap();
    assert_eq!(download(&nurse, &id).await.unwrap(), PDF);
    assert_eq!(download(&resident, &id).await.unwrap(), PDF);
    assert_eq!(download(&stranger, &id).await.unwrap_err().code(), Code::NotFound);
    let again = resident.start(with_files(&[&id])).await.unwrap_err();
    assert_eq!(reason(&again), "attachment_sent", "a file goes with one message");
    let discard = DiscardAttachmentRequest { attachment_id: id.clone() };
    assert_eq!(reason(&resident.attachments().discard_attachment(discard).await.unwrap_err()), "attachment_sent");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_13_each_limit_of_files_is_a_runtime_setting_and_refuses_with_its_number_or_list() {
    let world = World::with(|settings| {
        let settings = settings.with("attachment_max_megabytes", "1").with("attachment_max_count", "2");
        settings.with("resident_attachment_extensions", ".jpg, .JPEG, .png, .pdf")
    })
    .await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let large = [PDF, &vec![0; 1 << 20]].concat();
    let refused = upload(&resident, "a.pdf", &large).await.unwrap_err();
    assert_eq!((reason(&refused).as_str(), param(&refused, "max").as_str()), ("file_too_large", "1"));
    assert_eq!(fields(&refused), [("file".to_owned(), "file_too_large".to_owned())]);

    for (name, content) in [("program.exe", b"MZ".as_slice()), ("nothing", PDF)] {
        let refused = upload(&resident, name, content).await.unwrap_err();
        assert_eq!(reason(&refused), "file_type_not_supported", "{name}");
        assert!(param(&refused, "allowed").contains(".pdf"), "{name}");
    }
    for (name, content, why, extension) in [
        ("disguised.png", PDF, "file_content_differs", ".png"),
        ("disguised.PDF", b"MZ\x90\0", "file_content_differs", ".pdf"),
        ("empty.pdf", b"", "file_empty", ""),
    ] {
        let refused = upload(&resident, name, content).await.unwrap_err();
        assert_eq!((reason(&refused).as_str(), param(&refused, "extension").as_str()), (why, extension), "{name}");
        assert_eq!(fields(&refused), [("file".to_owned(), why.to_owned())]);
    }
    // Professionals may send .jpg, residents .jpeg as well.
    let picture = &jpeg();
    assert!(upload(&resident, "a.jpeg", picture).await.is_ok());
    assert!(upload(&nurse, "a.jpg", picture).await.is_ok());
    assert_eq!(param(&upload(&nurse, "a.jpeg", picture).await.unwrap_err(), "allowed"), ".jpg, .png, .gif, .pdf");
    assert_eq!(param(&upload(&resident, "a.gif", &gif()).await.unwrap_err(), "allowed"), ".jpg, .jpeg, .png, .pdf");
    assert!(upload(&nurse, "a.gif", &gif()).await.is_ok());

    let mut ids = Vec::new();
    for name in ["1.pdf", "2.pdf", "3.pdf"] {
        ids.push(upload(&resident, name, PDF).await.unwrap().attachment_id);
    }
    let many = resident.start(with_files(&[&ids[0], &ids[1], &ids[2]])).await.unwrap_err();
    assert_eq!((reason(&many).as_str(), param(&many, "max").as_str()), ("too_many_attachments", "2"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_13_what_professionals_may_send_is_a_runtime_setting_of_their_own() {
    let world = World::with(|settings| settings.with("practitioner_attachment_extensions", ".PDF, .jpeg")).await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    assert!(upload(&nurse, "a.jpeg", &jpeg()).await.is_ok());
    assert!(upload(&nurse, "a.pdf", PDF).await.is_ok());
    for (name, content) in [("a.jpg", jpeg()), ("a.png", png()), ("a.gif", gif())] {
        let refused = upload(&nurse, name, &content).await.unwrap_err();
        assert_eq!((reason(&refused).as_str(), param(&refused, "allowed").as_str()), ("file_type_not_supported", ".pdf, .jpeg"), "{name}");
        assert_eq!(fields(&refused), [("file".to_owned(), "file_type_not_supported".to_owned())], "{name}");
        assert!(upload(&resident, name, &content).await.is_ok(), "{name}");
    }

    // Each app is told its own.
    let allowed = async |person: &Person| {
        let limits = person.categories().get_message_limits(GetMessageLimitsRequest {}).await.unwrap();
        limits.into_inner().allowed_extensions
    };
    assert_eq!(allowed(&nurse).await, [".pdf", ".jpeg"]);
    assert_eq!(allowed(&resident).await, [".jpg", ".jpeg", ".png", ".gif", ".pdf"]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_13_an_infected_file_is_removed_and_one_that_cannot_be_scanned_is_blocked() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let infected = upload(&resident, "a.pdf", &[PDF, &eicar(), b"\n%%EOF\n"].concat()).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &resident, &infected).await, ScanState::Infected);
    assert_eq!(reason(&resident.start(with_files(&[&infected])).await.unwrap_err()), "attachment_infected");
    assert_eq!(download(&resident, &infected).await.unwrap_err().code(), Code::NotFound);

    world.simulators.fail(Fault::ScannerFails);
    let blocked = upload(&resident, "b.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &resident, &blocked).await, ScanState::Error);
    assert_eq!(reason(&resident.start(with_files(&[&blocked])).await.unwrap_err()), "attachment_blocked");
    world.simulators.fail(Fault::None);
    world.environment().clock().advance(jiff::SignedDuration::from_mins(2));
    world.eventually(|| async { (scanned(&world, &resident, &blocked).await == ScanState::Clean).then_some(()) }).await;
    resident.start(with_files(&[&blocked])).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_file_lies_readable_on_the_disk_or_in_the_database() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let content = [PDF, b"canary-in-the-file\n%%EOF\n"].concat();
    let id = upload(&resident, "canary-name.pdf", &content).await.unwrap().attachment_id;
    scanned(&world, &resident, &id).await;
    let row: String = sqlx::query_scalar("select to_jsonb(a)::text from attachments a where attachment_id = $1::uuid")
        .bind(&id)
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    let object = serde_json::from_str::<serde_json::Value>(&row).unwrap()["object_name"].as_str().unwrap().to_owned();
    assert!(!row.contains("canary") && !row.contains(&hex("canary-name")));
    let folder: String = world.running.kernel().settings.part::<Folder>().unwrap().files_dir;
    let sealed = std::fs::read(std::path::Path::new(&folder).join(object)).unwrap();
    assert!(!sealed.windows(6).any(|part| part == b"canary"));
    world.end().await;
}

#[derive(serde::Deserialize)]
pub(crate) struct Folder {
    pub(crate) files_dir: String,
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thumbnail_is_for_those_who_read_the_message_and_goes_with_its_file() {
    let world = World::start().await;
    let (resident, stranger, nurse) = (world.resident("Aino Lehtonen"), world.resident("Eino Saarinen"), world.nurse());
    let small = async |person: &Person, id: &str| -> Result<(u32, u32), Code> {
        let request = GetThumbnailRequest { attachment_id: id.to_owned() };
        let answer = person.attachments().get_thumbnail(request).await.map_err(|status| status.code())?;
        Ok(image::load_from_memory_with_format(&answer.into_inner().jpeg, ImageFormat::Jpeg).unwrap().dimensions())
    };
    let wide = encoded(&picture(1_200, 600), ImageFormat::Jpeg);
    let id = upload(&resident, "kuva.jpg", &wide).await.unwrap().attachment_id;
    let document = upload(&resident, "a.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!((scanned(&world, &resident, &id).await, scanned(&world, &resident, &document).await), (ScanState::Clean, ScanState::Clean));
    assert_eq!(small(&nurse, &id).await, Err(Code::NotFound), "not sent yet");
    let begun = resident.start(with_files(&[&id, &document])).await.unwrap().conversation_id;
    for reader in [&resident, &nurse] {
        assert_eq!(small(reader, &id).await, Ok((320, 160)));
        assert_eq!(small(reader, &document).await, Err(Code::NotFound));
        let thread = reader.see(&begun).await.unwrap().thread;
        let files = thread.iter().find_map(|entry| match &entry.entry {
            Some(Entry::Message(message)) => Some(message.attachments.iter().map(|file| file.has_thumbnail).collect::<Vec<_>>()),
            _ => None,
        });
        assert_eq!(files, Some(vec![true, false]));
    }
    assert_eq!(small(&stranger, &id).await, Err(Code::NotFound));

    let back = upload(&resident, "kuva.png", &png()).await.unwrap().attachment_id;
    let folder: String = world.running.kernel().settings.part::<Folder>().unwrap().files_dir;
    let count = || std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(count(), 5);
    resident.attachments().discard_attachment(DiscardAttachmentRequest { attachment_id: back }).await.unwrap();
    assert_eq!(count(), 3);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_scanned_cannot_be_exchanged_by_a_retry_with_another_content() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let again = Person { id: resident.id, calls: resident.calls.with_key(chassis_domain::Uuid::now_v7()) };
    let first = upload(&again, "a.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(upload(&again, "a.pdf", PDF).await.unwrap().attachment_id, first, "a retry is the same upload");
    assert_eq!(scanned(&world, &resident, &first).await, ScanState::Clean);
    let mut other = PDF.to_vec();
    *other.last_mut().unwrap() = b' ';
    assert_eq!(reason(&upload(&again, "a.pdf", &other).await.unwrap_err()), "idempotency_key_reused");
    resident.start(with_files(&[&first])).await.unwrap();
    assert_eq!(download(&resident, &first).await.unwrap(), PDF);
    let folder: String = world.running.kernel().settings.part::<Folder>().unwrap().files_dir;
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1, "nothing is left of the other tries");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_15_a_file_that_cannot_be_read_keeps_no_other_from_being_scanned() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    world.simulators.fail(Fault::ScannerFails);
    let mut ids = Vec::new();
    for name in ["a.pdf", "b.pdf"] {
        let id = upload(&resident, name, PDF).await.unwrap().attachment_id;
        assert_eq!(scanned(&world, &resident, &id).await, ScanState::Error);
        ids.push(id);
    }
    ids.sort();
    let pool = &world.running.kernel().pool;
    for statement in
        ["update events set payload = '\\xff' where stream_id = $1", "update event_streams set version = version + 1 where stream_id = $1"]
    {
        sqlx::query(statement).bind(format!("attachment-{}", ids[0])).execute(pool).await.unwrap();
    }
    world.simulators.fail(Fault::None);
    world.environment().clock().advance(jiff::SignedDuration::from_mins(2));
    world.eventually(|| async { (scanned(&world, &resident, &ids[1]).await == ScanState::Clean).then_some(()) }).await;
    assert_eq!(scanned(&world, &resident, &ids[0]).await, ScanState::Error);
    world.end().await;
}
