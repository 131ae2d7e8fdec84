//! What is written to the team or to those who take part is in no read of anybody else (CON-11), and consultations with their files (CON-09).

use kajo_proto::conversations::v1::{
    EndConversationRequest, GetDraftRequest, ListMyConversationsRequest, ListTasksRequest, MarkReadRequest, ParticipateInConversationRequest,
    RequestConsultationRequest, ReturnConversationRequest, SaveDraftRequest, ScanState, Tab, Task, Visibility, WriteMessageRequest,
    thread_entry::Entry,
};
use tonic::Code;

use crate::{
    files::{PDF, download, scanned, upload},
    world::{Person, World, queue, reason},
};

async fn write(by: &Person, id: &str, text: &str, visibility: Visibility, file: Option<&str>) -> u64 {
    let request = WriteMessageRequest {
        conversation_id: id.to_owned(),
        text: text.to_owned(),
        attachment_ids: file.into_iter().map(ToOwned::to_owned).collect(),
        visibility: visibility.into(),
        ..WriteMessageRequest::default()
    };
    by.conversations().write_message(request).await.unwrap().into_inner().version
}

/// What of the messages somebody reads; the numbers of the entries leave no gap.
async fn texts(reader: &Person, id: &str) -> Vec<String> {
    let seen = reader.see(id).await.unwrap();
    let numbers: Vec<_> = seen.thread.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=seen.version).collect::<Vec<_>>());
    let messages = seen.thread.into_iter().filter_map(|entry| match entry.entry {
        Some(Entry::Message(message)) => Some(message.text),
        _ => None,
    });
    messages.collect()
}

async fn task(reader: &Person, tab: Tab, id: &str) -> Task {
    let request = ListTasksRequest { tab: tab.into(), ..ListTasksRequest::default() };
    reader.list(request).await.into_iter().find(|task| task.conversation_id == id).unwrap()
}

async fn read_all(reader: &Person, id: &str) {
    let read_up_to = reader.see(id).await.unwrap().version;
    reader.conversations().mark_read(MarkReadRequest { conversation_id: id.to_owned(), read_up_to }).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn con_11_what_is_not_for_a_reader_is_in_no_read_of_theirs() {
    let world = World::start().await;
    let (resident, owner) = (world.resident("Aino Lehtonen"), world.nurse());
    let (beside, colleague) = (world.practitioner("pekka", "Pekka Rantala", "nurse"), world.practitioner("anna", "Anna Nyström", "nurse"));
    let id = resident.ask("Ear").await;
    owner.take(&id).await.unwrap();
    beside.tasks().participate_in_conversation(ParticipateInConversationRequest { conversation_id: id.clone() }).await.unwrap();
    for reader in [&resident, &owner, &beside, &colleague] {
        read_all(reader, &id).await;
    }
    let before = task(&colleague, Tab::Team, &id).await;
    let file = upload(&owner, "note.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &owner, &file).await, ScanState::Clean);

    // To those who take part: nothing of it comes to the team or to the resident, not even that there is something.
    write(&owner, &id, "Among the two of us", Visibility::TakingPart, Some(&file)).await;
    assert_eq!(texts(&beside, &id).await, ["How?", "Among the two of us"]);
    assert_eq!(texts(&colleague, &id).await, ["How?"]);
    assert_eq!(texts(&resident, &id).await, ["How?"]);
    assert_eq!(download(&beside, &file).await.unwrap(), PDF);
    for reader in [&colleague, &resident] {
        assert_eq!(download(reader, &file).await.unwrap_err().code(), Code::NotFound);
    }
    let after = task(&colleague, Tab::Team, &id).await;
    assert_eq!((after.unread, after.has_attachments, &after.last_activity_at), (0, false, &before.last_activity_at));
    assert_eq!(task(&beside, Tab::Own, &id).await.unread, 1);
    let unread_only = ListTasksRequest { tab: Tab::Team.into(), unread_only: true, ..ListTasksRequest::default() };
    assert!(colleague.list(unread_only).await.iter().all(|task| task.conversation_id != id));
    let told: Vec<String> = sqlx::query_scalar(
        "select audience from outbox where fact_type like '%.MessageWritten' and stream_id like '%' || $1 order by seq desc limit 1",
    )
    .bind(&id)
    .fetch_one(&world.running.kernel().pool)
    .await
    .unwrap();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!([&owner, &beside].iter().all(|person| told.iter().any(|key| key.contains(&person.id.to_string()))), "{told:?}");

    // To the team: the colleague reads it, and the resident does not.
    write(&owner, &id, "Among us", Visibility::Practitioners, None).await;
    assert_eq!(texts(&colleague, &id).await, ["How?", "Among us"]);
    assert_eq!(texts(&resident, &id).await, ["How?"]);
    assert_eq!(task(&colleague, Tab::Team, &id).await.unread, 1);
    let mine = async || {
        let listed = resident.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap();
        listed.into_inner().conversations.remove(0)
    };
    assert_eq!(mine().await.unread, 0);
    assert_eq!(mine().await.last_activity_at, before.last_activity_at, "nothing that the resident knows of has happened");
    // What an onlooker has seen is theirs to mark, counted as they are shown it.
    read_all(&colleague, &id).await;
    assert_eq!(task(&colleague, Tab::Team, &id).await.unread, 0);
    write(&owner, &id, "Once more among us", Visibility::Practitioners, None).await;
    assert_eq!(task(&colleague, Tab::Team, &id).await.unread, 1);
    write(&owner, &id, "Come at nine", Visibility::Everyone, None).await;
    assert_eq!(texts(&resident, &id).await, ["How?", "Come at nine"]);
    assert_eq!(mine().await.unread, 1);

    // Handed back, it is for whoever takes it next to read, and no more for who gave it up.
    owner.tasks().return_conversation(ReturnConversationRequest { conversation_id: id.clone() }).await.unwrap();
    assert_eq!(texts(&owner, &id).await.len(), 4);
    colleague.take(&id).await.unwrap();
    assert_eq!(texts(&colleague, &id).await, ["How?", "Among the two of us", "Among us", "Once more among us", "Come at nine"]);
    assert_eq!(download(&colleague, &file).await.unwrap(), PDF);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_11_a_draft_keeps_for_whom_it_is_written() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Ear").await;
    nurse.take(&id).await.unwrap();
    let draft = SaveDraftRequest {
        conversation_id: id.clone(),
        text: "Among us".to_owned(),
        visibility: Visibility::TakingPart.into(),
        ..SaveDraftRequest::default()
    };
    let revision = nurse.drafts().save_draft(draft.clone()).await.unwrap().into_inner().revision;
    let kept =
        async || nurse.drafts().get_draft(GetDraftRequest { conversation_id: id.clone(), ..GetDraftRequest::default() }).await.unwrap().into_inner();
    assert_eq!((kept().await.visibility(), kept().await.text.as_str()), (Visibility::TakingPart, "Among us"));
    nurse.drafts().save_draft(SaveDraftRequest { text: String::new(), revision, ..draft }).await.unwrap();
    assert_eq!(kept().await.revision, 0, "for whom nothing is written is nothing to keep");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_09_a_question_goes_with_its_files_to_those_who_are_asked_who_read_what_it_is_about() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let (doctor, idle) = (world.practitioner("mikko", "Mikko Korhonen", "doctor"), world.practitioner("eeva", "Eeva Salmi", "doctor"));
    let id = resident.ask("Advice").await;
    nurse.take(&id).await.unwrap();
    write(&nurse, &id, "Among the team", Visibility::Practitioners, None).await;
    write(&nurse, &id, "Mine", Visibility::TakingPart, None).await;
    let file = upload(&nurse, "image.pdf", PDF).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &nurse, &file).await, ScanState::Clean);
    let ask = RequestConsultationRequest {
        conversation_id: id.clone(),
        subcategory_id: queue("consultations/doctors"),
        text: "What do you think?".to_owned(),
        attachment_ids: vec![file.clone()],
    };
    let consultation = nurse.tasks().request_consultation(ask.clone()).await.unwrap().into_inner().consultation_id;
    world.eventually(|| async { doctor.see(&consultation).await.ok() }).await;
    assert_eq!(texts(&doctor, &consultation).await, ["What do you think?"]);
    assert_eq!(download(&doctor, &file).await.unwrap(), PDF);
    assert_eq!(download(&resident, &file).await.unwrap_err().code(), Code::NotFound);
    assert!(resident.see(&consultation).await.is_err());
    assert_eq!(reason(&nurse.tasks().request_consultation(ask).await.unwrap_err()), "attachment_sent", "a file goes with one question");

    // Whoever answers reads what it is about, as the team does; whoever works the queue that was asked, and does nothing, does not.
    assert_eq!(doctor.see(&id).await.unwrap_err().code(), Code::NotFound);
    doctor.take(&consultation).await.unwrap();
    assert_eq!(doctor.see(&consultation).await.unwrap().related_conversation_ids, std::slice::from_ref(&id));
    assert_eq!(texts(&doctor, &id).await, ["How?", "Among the team"]);
    let shown = doctor.see(&id).await.unwrap().permissions.unwrap();
    assert!(!shown.write && !shown.take_over && !shown.participate && !shown.mark_done);
    read_all(&doctor, &id).await;
    assert_eq!(idle.see(&id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(doctor.write(&id, "Hello").await.unwrap_err().code(), Code::NotFound);

    // The one who asked writes, and ends what they own alone.
    nurse.write(&consultation, "It began on Monday.").await.unwrap();
    let end = EndConversationRequest { conversation_id: consultation.clone(), mark_done: false };
    assert_eq!(reason(&nurse.tasks().end_conversation(end.clone()).await.unwrap_err()), "owned_by_another");
    doctor.tasks().end_conversation(end).await.unwrap();
    assert_eq!(reason(&nurse.write(&consultation, "Thanks").await.unwrap_err()), "conversation_ended");
    assert_eq!(texts(&doctor, &id).await.len(), 2, "what they were asked about stays theirs to read");
    world.end().await;
}
