//! What is written and not sent.

use chassis_domain::{PersonId, RetentionClass};
use kajo_proto::conversations::v1::{
    GetDraftRequest, GetDraftResponse, SaveDraftRequest, UploadAttachmentRequest, UploadHead, upload_attachment_request::Part,
};
use tonic::{Code, Status};

use crate::world::{Person, World, queue, reason};

async fn save(person: &Person, id: &str, text: &str) -> Result<(), Status> {
    let revision = kept(person, id).await?.revision;
    save_over(person, id, text, revision).await.map(|_| ())
}

/// Answers with the revision that is kept now.
async fn save_over(person: &Person, id: &str, text: &str, revision: u64) -> Result<u64, Status> {
    let request = SaveDraftRequest { conversation_id: id.to_owned(), text: text.to_owned(), revision, ..SaveDraftRequest::default() };
    Ok(person.drafts().save_draft(request).await?.into_inner().revision)
}

fn assert_stale(saved: Result<u64, Status>) {
    let refused = saved.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::Aborted, "stale_version"));
}

async fn kept(person: &Person, id: &str) -> Result<GetDraftResponse, Status> {
    Ok(person.drafts().get_draft(GetDraftRequest { conversation_id: id.to_owned(), ..GetDraftRequest::default() }).await?.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_its_writer_s_alone_the_last_one_counts_and_an_empty_one_is_gone() {
    let world = World::start().await;
    let (resident, nurse, stranger) = (world.resident("Aino Lehtonen"), world.nurse(), world.resident("Eino Saarinen"));
    let id = resident.ask("Draft").await;
    save(&resident, &id, "Mine").await.unwrap();
    save(&resident, &id, "Mine, and more").await.unwrap();
    save(&nurse, &id, "The nurse's").await.unwrap();
    assert_eq!(kept(&resident, &id).await.unwrap().text, "Mine, and more");
    assert_eq!(kept(&nurse, &id).await.unwrap().text, "The nurse's");

    let (hidden, unknown) = (kept(&stranger, &id).await.unwrap_err(), kept(&stranger, &queue("unknown")).await.unwrap_err());
    assert_eq!((hidden.code(), hidden.details()), (Code::NotFound, unknown.details()));
    assert_eq!(save(&stranger, &id, "Not mine").await.unwrap_err().code(), Code::NotFound);

    let file = [Part::Head(UploadHead { file_name: "a.pdf".to_owned(), size_bytes: 0 }), Part::Chunk(b"%PDF-1.4\n%%EOF\n".as_slice().into())];
    let parts = futures::stream::iter(file.map(|part| UploadAttachmentRequest { part: Some(part) }));
    let file = resident.attachments().upload_attachment(parts).await.unwrap().into_inner().attachment.unwrap();
    let new = SaveDraftRequest {
        topic: "Topic".to_owned(),
        text: "New".to_owned(),
        attachment_ids: vec![file.attachment_id.clone(), queue("unknown")],
        ..SaveDraftRequest::default()
    };
    resident.drafts().save_draft(new.clone()).await.unwrap();
    let found = kept(&resident, "").await.unwrap();
    assert_eq!((found.topic.as_str(), found.text.as_str()), ("Topic", "New"));
    assert_eq!(found.attachments.iter().map(|file| file.file_name.as_str()).collect::<Vec<_>>(), ["a.pdf"]);
    stranger.drafts().save_draft(new).await.unwrap();
    assert!(kept(&stranger, "").await.unwrap().attachments.is_empty(), "a foreign file is in nobody's draft");
    assert_eq!(save(&nurse, "", "No beginning").await.unwrap_err().code(), Code::NotFound);

    save(&resident, &id, "").await.unwrap();
    assert_eq!(kept(&resident, &id).await.unwrap(), GetDraftResponse::default());
    assert_eq!(kept(&resident, "").await.unwrap().text, "New");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_that_write_at_once_take_no_word_from_each_other() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let id = resident.ask("Draft").await;
    let first = save_over(&resident, &id, "First window", 0).await.unwrap();
    // The second window has read nothing yet: what the first one wrote stays, and is there to be read.
    assert_stale(save_over(&resident, &id, "Second window", 0).await);
    assert_eq!(kept(&resident, &id).await.unwrap().revision, first);
    let second = save_over(&resident, &id, "First window, second window", first).await.unwrap();
    assert_ne!(second, first);
    assert_stale(save_over(&resident, &id, "First window, and more", first).await);
    // Nor is it forgotten.
    assert_stale(save_over(&resident, &id, "", first).await);
    assert_eq!(kept(&resident, &id).await.unwrap().text, "First window, second window");
    // What was sent is gone. Who goes on from before that begins anew, and is not taken for who began after it.
    assert_eq!(save_over(&resident, &id, "", second).await.unwrap(), 0);
    let third = save_over(&resident, &id, "Another answer", second).await.unwrap();
    assert!(third > second);
    // Two that begin in the same moment.
    let both = futures::join!(save_over(&resident, "", "One", 0), save_over(&resident, "", "Two", 0));
    assert_eq!([both.0.is_ok(), both.1.is_ok()].iter().filter(|is| **is).count(), 1, "{both:?}");
    world.end().await;
}

/// Whoever sends a message and is gone at once has begun none, on whatever device they come back.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_is_no_draft_any_more_and_what_was_typed_beyond_it_is() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Draft").await;
    let more = save_over(&nurse, &id, "An answer, and more", 0).await.unwrap();
    nurse.take(&id).await.unwrap();
    nurse.write(&id, "An answer").await.unwrap();

    save(&resident, &id, "  Thank you\n").await.unwrap();
    resident.write(&id, "  Thank you\n").await.unwrap();
    world.eventually(|| async { (kept(&resident, &id).await.unwrap() == GetDraftResponse::default()).then_some(()) }).await;

    let new = SaveDraftRequest { topic: "Topic".to_owned(), text: "How?".to_owned(), ..SaveDraftRequest::default() };
    resident.drafts().save_draft(new).await.unwrap();
    // A further message in the same words, of another topic.
    resident.ask("Other").await;
    resident.ask("Topic").await;
    world.eventually(|| async { (kept(&resident, "").await.unwrap() == GetDraftResponse::default()).then_some(()) }).await;
    assert_eq!(kept(&nurse, &id).await.unwrap().revision, more);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_goes_with_the_key_of_its_account_or_record_and_after_sixty_days() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Draft").await;
    save(&resident, &id, "canary-resident").await.unwrap();
    save(&nurse, &id, "canary-nurse").await.unwrap();
    let kernel = world.running.kernel();
    let rows: Vec<String> = sqlx::query_scalar("select to_jsonb(d)::text from drafts d").fetch_all(&kernel.pool).await.unwrap();
    let canary = "canary".bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert!(rows.len() == 2 && rows.iter().all(|row| !row.contains("canary") && !row.contains(&canary)));

    world.environment().clock().advance(jiff::SignedDuration::from_hours(24 * 59));
    save(&nurse, &id, "canary-nurse again").await.unwrap();
    world.environment().clock().advance(jiff::SignedDuration::from_hours(24 * 2));
    let forget = async || conversations::drafts::forget_old(kernel, kernel.clock.now()).await.unwrap();
    forget().await;
    assert_eq!(forget().await, 0, "what is forgotten is gone");
    assert_eq!(kept(&resident, &id).await.unwrap().text, "");
    assert_eq!(kept(&nurse, &id).await.unwrap().text, "canary-nurse again");

    save(&resident, &id, "canary-resident again").await.unwrap();
    kernel.keyring.destroy(PersonId::from_uuid(resident.id), RetentionClass::Account).await.unwrap();
    assert_eq!(kept(&resident, &id).await.unwrap().text, "", "it belonged to the account");
    assert_eq!(kept(&nurse, &id).await.unwrap().text, "canary-nurse again");
    kernel.keyring.destroy(PersonId::from_uuid(resident.id), RetentionClass::CareRecord).await.unwrap();
    assert_eq!(kept(&nurse, &id).await.unwrap().text, "", "it belonged to the resident's record");
    world.end().await;
}
