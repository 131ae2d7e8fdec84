//! Files that were uploaded and not sent: how many a person may have, for how long, and that no slow one holds up the others.

use chassis::testkit::eventually;
use futures::future::join_all;
use jiff::SignedDuration;
use kajo_proto::conversations::v1::{Attachment, DiscardAttachmentRequest, GetAttachmentsRequest, ScanState};
use simulators::Fault;
use tonic::Code;

use crate::{
    files::{Folder, PDF, download, scanned, upload, with_files},
    world::{Person, World, fields, param, reason},
};

/// On which the scanner hangs when it is told to.
pub(crate) const SLOW: &[u8] = b"%PDF-1.4\n% HANGS THE SCANNER\n%%EOF\n";

pub(crate) async fn state_of(person: &Person, id: &str) -> Option<ScanState> {
    let request = GetAttachmentsRequest { attachment_ids: vec![id.to_owned()] };
    person.attachments().get_attachments(request).await.unwrap().into_inner().attachments.first().map(Attachment::scan_state)
}

#[tokio::test(flavor = "multi_thread")]
async fn s_14_a_person_has_twenty_unsent_files_at_the_most_also_when_they_come_at_once() {
    let world = World::start().await;
    let (resident, other) = (world.resident("Aino Lehtonen"), world.resident("Eino Saarinen"));
    let mut taken = Vec::new();
    for result in join_all((0..30).map(|_| upload(&resident, "a.pdf", PDF))).await {
        match result {
            Ok(file) => taken.push(file.attachment_id),
            Err(refused) => {
                assert_eq!((reason(&refused).as_str(), param(&refused, "max").as_str()), ("too_many_unsent_files", "20"));
                assert_eq!(fields(&refused), [("file".to_owned(), "too_many_unsent_files".to_owned())]);
            }
        }
    }
    assert_eq!(taken.len(), 20);
    let folder: String = world.running.kernel().settings.part::<Folder>().unwrap().files_dir;
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 20, "nothing is left of those that were refused");
    assert!(upload(&other, "b.pdf", PDF).await.is_ok(), "each person has their own");

    // What is sent or taken back makes room.
    resident.attachments().discard_attachment(DiscardAttachmentRequest { attachment_id: taken[0].clone() }).await.unwrap();
    scanned(&world, &resident, &taken[1]).await;
    resident.start(with_files(&[&taken[1]])).await.unwrap();
    for _ in 0..2 {
        upload(&resident, "c.pdf", PDF).await.unwrap();
    }
    assert_eq!(reason(&upload(&resident, "d.pdf", PDF).await.unwrap_err()), "too_many_unsent_files");
    // Who tries again what has arrived hears that it has.
    let again = Person { id: other.id, calls: other.calls.with_key(chassis_domain::Uuid::now_v7()) };
    let first = upload(&again, "e.pdf", PDF).await.unwrap().attachment_id;
    for _ in 0..18 {
        upload(&other, "f.pdf", PDF).await.unwrap();
    }
    assert_eq!(upload(&again, "e.pdf", PDF).await.unwrap().attachment_id, first);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_14_an_unsent_file_is_gone_after_a_day_and_a_sent_one_stays() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let (sent, left) = (upload(&resident, "a.pdf", PDF).await.unwrap().attachment_id, upload(&resident, "b.pdf", PDF).await.unwrap().attachment_id);
    assert_eq!((scanned(&world, &resident, &sent).await, scanned(&world, &resident, &left).await), (ScanState::Clean, ScanState::Clean));
    resident.start(with_files(&[&sent])).await.unwrap();
    let clock = world.environment().clock();
    clock.advance(SignedDuration::from_hours(23));
    let young = upload(&resident, "c.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(state_of(&resident, &left).await, Some(ScanState::Clean), "a day is not over yet");

    clock.advance(SignedDuration::from_hours(2));
    eventually(|| async { state_of(&resident, &left).await.is_none().then_some(()) }).await;
    let folder: String = world.running.kernel().settings.part::<Folder>().unwrap().files_dir;
    eventually(|| async { (std::fs::read_dir(&folder).unwrap().count() == 2).then_some(()) }).await;
    assert!(state_of(&resident, &young).await.is_some(), "two hours old");
    assert_eq!(download(&nurse, &sent).await.unwrap(), PDF);
    assert_eq!(resident.start(with_files(&[&left])).await.unwrap_err().code(), Code::NotFound);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_14_a_slow_file_holds_up_no_other() {
    let world = World::start().await;
    let (slow, quick) = (world.resident("Aino Lehtonen"), world.resident("Eino Saarinen"));
    world.simulators.fail(Fault::ScannerHangs);
    let mut waiting = Vec::new();
    // More than are scanned at once: one person's slow files leave room for everybody else's.
    for _ in 0..6 {
        waiting.push(upload(&slow, "slow.pdf", SLOW).await.unwrap().attachment_id);
    }
    for _ in 0..3 {
        let file = upload(&quick, "a.pdf", PDF).await.unwrap().attachment_id;
        assert_eq!(scanned(&world, &quick, &file).await, ScanState::Clean);
    }
    assert_eq!(state_of(&slow, &waiting[0]).await, Some(ScanState::Pending), "it is scanned still");
    world.simulators.fail(Fault::None);
    for file in &waiting {
        assert_eq!(scanned(&world, &slow, file).await, ScanState::Clean);
    }
    world.end().await;
}
