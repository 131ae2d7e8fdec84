//! Writing and reading: what a resident and a professional do with one conversation.

use std::collections::BTreeSet;

use kajo_proto::conversations::v1::{
    AssignConversationRequest, EndConversationRequest, ForwardConversationRequest, ListCategoriesRequest, ListMyConversationsRequest,
    MarkDoneRequest, MarkReadRequest, ParticipateInConversationRequest, RequestConsultationRequest, ReturnConversationRequest,
    StartConversationRequest, SystemEvent, SystemEventKind, Tab, TakeOverConversationRequest, ThreadEntry, UnmarkDoneRequest, Visibility,
    WriteMessageRequest, thread_entry::Entry,
};
use tonic::Code;

use crate::world::{Person, World, fields, param, question, queue, reason};

#[tokio::test(flavor = "multi_thread")]
async fn con_01_a_resident_chooses_area_category_and_queue_and_sends_a_message() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let areas = resident.categories().list_categories(ListCategoriesRequest::default()).await.unwrap().into_inner();
    assert!(areas.categories.is_empty() && !areas.service_areas.is_empty(), "first the area");
    let area = areas.service_areas[0].service_area_id.clone();
    let found = resident.categories().list_categories(ListCategoriesRequest { service_area_id: area.clone() }).await.unwrap().into_inner();
    let main = found.categories.iter().find(|category| !category.subcategories.is_empty()).unwrap();
    let request = StartConversationRequest {
        service_area_id: area,
        category_id: main.category_id.clone(),
        subcategory_id: main.subcategories[0].subcategory_id.clone(),
        topic: "Renewal".to_owned(),
        text: "How do I renew it?".to_owned(),
        attachment_ids: Vec::new(),
        visible_to_guardians: false,
    };
    let started = resident.start(request.clone()).await.unwrap();
    let mine = resident.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner();
    assert_eq!(mine.conversations.len(), 1);
    assert_eq!((mine.conversations[0].conversation_id.as_str(), mine.conversations[0].topic.as_str()), (started.conversation_id.as_str(), "Renewal"));

    for (wrong, field) in [
        (StartConversationRequest { topic: "  ".to_owned(), ..request.clone() }, "topic"),
        (StartConversationRequest { text: String::new(), ..request.clone() }, "text"),
        (StartConversationRequest { service_area_id: String::new(), ..request.clone() }, "service_area_id"),
        (StartConversationRequest { category_id: "no id".to_owned(), ..request.clone() }, "category_id"),
    ] {
        let refused = resident.start(wrong).await.unwrap_err();
        assert_eq!((refused.code(), fields(&refused)[0].0.as_str()), (Code::InvalidArgument, field));
    }
    let unknown = StartConversationRequest { subcategory_id: queue("nothing/here"), ..request };
    assert_eq!(reason(&resident.start(unknown).await.unwrap_err()), "queue_closed");
    let mine = resident.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner();
    assert_eq!(mine.conversations.len(), 1, "what was refused left nothing behind");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_with_the_same_key_sends_once() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let again = Person { id: resident.id, calls: resident.calls.with_key(chassis_domain::Uuid::now_v7()) };
    let first = again.start(question("Once", "How?")).await.unwrap();
    assert_eq!(again.start(question("Once", "How?")).await.unwrap(), first);
    assert_eq!(reason(&again.start(question("Another", "How?")).await.unwrap_err()), "idempotency_key_reused");
    let mine = resident.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner();
    assert_eq!(mine.conversations.len(), 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_02_the_thread_shows_messages_events_and_who_has_read_and_closes() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Thread").await;
    nurse.take(&id).await.unwrap();
    nurse.write(&id, "Call us.").await.unwrap();
    let read = MarkReadRequest { conversation_id: id.clone(), read_up_to: 3 };
    resident.conversations().mark_read(read).await.unwrap();
    resident.conversations().mark_read(MarkReadRequest { conversation_id: id.clone(), read_up_to: 1 }).await.unwrap();

    let seen = nurse.see(&id).await.unwrap();
    let lines: Vec<_> = seen.thread.iter().map(line).collect();
    assert_eq!(lines, ["How? by Aino Lehtonen", "Picked by Liisa Virtanen", "Call us. by Liisa Virtanen"]);
    let Some(Entry::Message(answer)) = &seen.thread[2].entry else { panic!("the answer was expected") };
    assert_eq!(answer.seen_by, [resident.id.to_string()], "a marker never moves back");
    assert!(seen.thread.iter().all(|entry| entry.at.is_some()));

    let stale = kajo_proto::conversations::v1::WriteMessageRequest {
        conversation_id: id.clone(),
        text: "Late".to_owned(),
        expected_version: 1,
        ..Default::default()
    };
    let stale = resident.conversations().write_message(stale).await.unwrap_err();
    assert_eq!((stale.code(), reason(&stale).as_str()), (Code::Aborted, "stale_version"));

    nurse.tasks().end_conversation(EndConversationRequest { conversation_id: id.clone(), mark_done: false }).await.unwrap();
    let closed = resident.write(&id, "One more thing").await.unwrap_err();
    assert_eq!((closed.code(), reason(&closed).as_str()), (Code::FailedPrecondition, "conversation_ended"));
    assert_eq!(resident.see(&id).await.unwrap().thread.len(), 4, "nothing was stored");

    let stranger = world.resident("Eino Saarinen");
    let (hidden, unknown) = (stranger.see(&id).await.unwrap_err(), stranger.see(&queue("unknown")).await.unwrap_err());
    assert_eq!((hidden.code(), hidden.details()), (Code::NotFound, unknown.details()));
    world.end().await;
}

fn line(entry: &ThreadEntry) -> String {
    match entry.entry.as_ref().unwrap() {
        Entry::Message(message) => format!("{} by {}", message.text, message.author_name),
        Entry::SystemEvent(event) => format!("{:?} by {}", event.kind(), event.actor_name),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn con_07_only_the_owner_writes_and_the_others_learn_who_that_is() {
    let world = World::start().await;
    let (resident, nurse, colleague) = (world.resident("Aino Lehtonen"), world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    let id = resident.ask("Owned").await;
    assert_eq!(reason(&nurse.write(&id, "Hello").await.unwrap_err()), "not_taken");
    nurse.take(&id).await.unwrap();
    nurse.write(&id, "Hello").await.unwrap();
    let refused = colleague.write(&id, "Hello too").await.unwrap_err();
    assert_eq!((reason(&refused).as_str(), param(&refused, "owner_id")), ("owned_by_another", nurse.id.to_string()));
    colleague.conversations().mark_done(MarkDoneRequest { conversation_id: id.clone() }).await.unwrap();
    assert!(nurse.has(Tab::Own, &id).await, "it stays the owner's");
    resident.write(&id, "Thank you").await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_08_done_is_for_oneself_and_ending_is_for_all() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Done").await;
    nurse.take(&id).await.unwrap();
    nurse.conversations().mark_done(MarkDoneRequest { conversation_id: id.clone() }).await.unwrap();
    assert!(nurse.has(Tab::Done, &id).await && !nurse.has(Tab::Own, &id).await);
    resident.write(&id, "Still here").await.unwrap();
    assert!(nurse.has(Tab::Own, &id).await, "the resident's message brings it back");

    nurse.tasks().end_conversation(EndConversationRequest { conversation_id: id.clone(), mark_done: true }).await.unwrap();
    assert!(nurse.has(Tab::Done, &id).await && !nurse.has(Tab::Own, &id).await && !nurse.has(Tab::New, &id).await);
    for person in [&resident, &nurse] {
        assert_eq!(reason(&person.write(&id, "More").await.unwrap_err()), "conversation_ended");
    }
    let last = resident.see(&id).await.unwrap().thread.pop().unwrap();
    let Some(Entry::SystemEvent(event)) = last.entry else { panic!("an event was expected") };
    assert_eq!(event.kind(), SystemEventKind::ClosedAndDone);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_resident_s_list_shows_their_own_mark_until_somebody_writes_to_them_or_they_take_it_back() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Mark").await;
    nurse.take(&id).await.unwrap();
    let marked = async || {
        let mine = resident.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner();
        let page = resident.see(&id).await.unwrap();
        let own = page.participants.iter().find(|each| each.person_id == resident.id.to_string()).unwrap().done;
        assert_eq!(mine.conversations[0].done, own, "the list and the page say the same");
        own
    };
    let mark = async || resident.conversations().mark_done(MarkDoneRequest { conversation_id: id.clone() }).await.unwrap();
    let unmark = async |by: &Person| by.conversations().unmark_done(UnmarkDoneRequest { conversation_id: id.clone() }).await;

    nurse.conversations().mark_done(MarkDoneRequest { conversation_id: id.clone() }).await.unwrap();
    assert!(!marked().await, "a professional's mark is not the resident's");
    mark().await;
    assert!(marked().await);
    let entries = nurse.see(&id).await.unwrap().thread.len();
    unmark(&resident).await.unwrap();
    unmark(&resident).await.unwrap();
    assert!(!marked().await);
    assert_eq!(nurse.see(&id).await.unwrap().thread.len(), entries - 1, "what was taken back is not in the thread");

    mark().await;
    let inside = WriteMessageRequest {
        conversation_id: id.clone(),
        text: "Among us".to_owned(),
        visibility: Visibility::Practitioners.into(),
        ..WriteMessageRequest::default()
    };
    nurse.conversations().write_message(inside).await.unwrap();
    assert!(marked().await, "what the resident cannot read wakes nobody");
    nurse.write(&id, "One more thing").await.unwrap();
    assert!(!marked().await, "an answer brings it back");
    mark().await;
    resident.write(&id, "Wait").await.unwrap();
    assert!(!marked().await, "whoever writes is not done");
    mark().await;
    assert_eq!(reason(&unmark(&world.resident("Eino Saarinen")).await.unwrap_err()), reason(&world.resident("X").see(&id).await.unwrap_err()));
    assert_eq!(unmark(&nurse).await.unwrap_err().code(), Code::PermissionDenied);
    nurse.tasks().end_conversation(EndConversationRequest { conversation_id: id.clone(), mark_done: false }).await.unwrap();
    assert_eq!(reason(&unmark(&resident).await.unwrap_err()), "conversation_ended");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_15_the_length_of_a_message_is_a_runtime_setting_counted_as_people_see_it() {
    let world = World::with(|settings| settings.with("message_max_characters", "5")).await;
    let resident = world.resident("Aino Lehtonen");
    // Five characters to a person, 35 scalar values.
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
    let id = resident.start(question("Length", &family.repeat(5))).await.unwrap().conversation_id;
    let refused = resident.write(&id, "123456").await.unwrap_err();
    assert_eq!((refused.code(), param(&refused, "max").as_str()), (Code::InvalidArgument, "5"));
    assert_eq!(fields(&refused), [("text".to_owned(), "too_long".to_owned())]);
    resident.write(&id, " 12345 ").await.unwrap();
    let limits = resident.categories().get_message_limits(kajo_proto::conversations::v1::GetMessageLimitsRequest {}).await.unwrap();
    assert_eq!(limits.into_inner().max_message_characters, 5);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_25_all_twelve_system_events_stand_in_the_thread_with_actor_and_time() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let (pekka, anna) = (world.practitioner("pekka", "Pekka Rantala", "nurse"), world.practitioner("anna", "Anna Nyström", "nurse"));
    let doctor = world.practitioner("mikko", "Mikko Korhonen", "doctor");
    let id = resident.ask("Everything").await;
    let conversation_id = || id.clone();
    nurse.take(&id).await.unwrap();
    pekka.tasks().participate_in_conversation(ParticipateInConversationRequest { conversation_id: conversation_id() }).await.unwrap();
    anna.tasks().take_over_conversation(TakeOverConversationRequest { conversation_id: conversation_id() }).await.unwrap();
    let assign = AssignConversationRequest { conversation_id: conversation_id(), colleague_id: nurse.id.to_string() };
    anna.tasks().assign_conversation(assign).await.unwrap();
    let consult = RequestConsultationRequest {
        attachment_ids: Vec::new(),
        conversation_id: conversation_id(),
        subcategory_id: queue("consultations/doctors"),
        text: "What do you think?".to_owned(),
    };
    let consultation = nurse.tasks().request_consultation(consult).await.unwrap().into_inner().consultation_id;
    nurse.tasks().return_conversation(ReturnConversationRequest { conversation_id: conversation_id() }).await.unwrap();
    nurse.take(&id).await.unwrap();
    let forward = ForwardConversationRequest { conversation_id: conversation_id(), subcategory_id: queue("health-station/doctor") };
    nurse.tasks().forward_conversation(forward).await.unwrap();
    assert_eq!(nurse.see(&id).await.unwrap_err().code(), Code::NotFound, "what was given to others is theirs");
    doctor.take(&id).await.unwrap();
    doctor.conversations().mark_done(MarkDoneRequest { conversation_id: conversation_id() }).await.unwrap();
    resident.conversations().mark_done(MarkDoneRequest { conversation_id: conversation_id() }).await.unwrap();
    doctor.tasks().end_conversation(EndConversationRequest { conversation_id: conversation_id(), mark_done: false }).await.unwrap();

    // The consultation opens by itself; the doctor who answers it joins.
    world.eventually(|| async { doctor.see(&consultation).await.ok() }).await;
    doctor.take(&consultation).await.unwrap();
    assert_eq!(doctor.see(&consultation).await.unwrap().resident_name, "Aino Lehtonen", "whom it concerns is said, who takes no part");
    assert_eq!(resident.see(&id).await.unwrap().resident_name, "");
    let other = resident.ask("Another").await;
    nurse.take(&other).await.unwrap();
    nurse.tasks().end_conversation(EndConversationRequest { conversation_id: other.clone(), mark_done: true }).await.unwrap();

    let mut kinds = BTreeSet::new();
    for (reader, id) in [(&doctor, &id), (&doctor, &consultation), (&nurse, &other)] {
        for entry in reader.see(id).await.unwrap().thread {
            let Some(Entry::SystemEvent(event)) = entry.entry else { continue };
            assert!(entry.at.is_some() && !event.actor_id.is_empty(), "{event:?}");
            assert!(!event.actor_name.is_empty(), "{event:?}");
            assert_names_its_target(&event);
            kinds.insert(event.kind().as_str_name());
        }
    }
    assert_eq!(kinds.len(), 12, "{kinds:?}");
    assert!(resident.see(&consultation).await.is_err(), "a resident does not see a consultation");
    // Nor that there is one: no line, no gap where it would stand, no live update.
    let seen = resident.see(&id).await.unwrap();
    let told =
        |entry: &ThreadEntry| matches!(&entry.entry, Some(Entry::SystemEvent(event)) if event.kind() == SystemEventKind::ConsultationRequested);
    assert!(!seen.thread.iter().any(told));
    let numbers: Vec<_> = seen.thread.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=seen.version).collect::<Vec<_>>());
    let audience: Vec<String> = sqlx::query_scalar("select audience from outbox where fact_type like '%ConsultationRequested'")
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    assert!(!audience.is_empty() && audience.iter().all(|key| !key.contains(&resident.id.to_string())), "{audience:?}");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_23_notes_among_professionals_leave_no_gap_in_what_a_resident_counts() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Ear").await;
    nurse.take(&id).await.unwrap();
    let note = |text: &str| WriteMessageRequest {
        conversation_id: id.clone(),
        text: text.to_owned(),
        visibility: Visibility::Practitioners.into(),
        ..WriteMessageRequest::default()
    };
    nurse.conversations().write_message(note("Among us")).await.unwrap();
    let answer = nurse.write(&id, "Come at nine").await.unwrap();
    nurse.conversations().write_message(note("Still among us")).await.unwrap();
    let seen = resident.see(&id).await.unwrap();
    assert_eq!(seen.thread.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((seen.version, answer.version), (3, 4), "each counts what they are shown");
    let unread = async || {
        resident.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner().conversations[0].unread
    };
    assert_eq!(unread().await, 1);
    let read = |up_to| MarkReadRequest { conversation_id: id.clone(), read_up_to: up_to };
    resident.conversations().mark_read(read(3)).await.unwrap();
    assert_eq!(unread().await, 0);
    let own = async |person: &Person| {
        let seen = person.see(&id).await.unwrap();
        seen.participants.into_iter().find(|each| each.person_id == resident.id.to_string()).unwrap().read_up_to
    };
    assert_eq!((own(&resident).await, own(&nurse).await), (3, 4));
    let refused = resident.conversations().mark_read(read(4)).await.unwrap_err();
    assert_eq!((reason(&refused).as_str(), param(&refused, "max").as_str()), ("not_written_yet", "3"));
    let reply = WriteMessageRequest { conversation_id: id.clone(), text: "Fine".to_owned(), expected_version: 3, ..WriteMessageRequest::default() };
    assert_eq!(resident.conversations().write_message(reply).await.unwrap().into_inner().version, 4);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_08_what_one_was_merely_done_with_is_gone_in_another_role() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let (pekka, elsewhere) = (world.practitioner("pekka", "Pekka Rantala", "nurse"), world.practitioner("pekka", "Pekka Rantala", "doctor"));
    let id = resident.ask("Passing by").await;
    nurse.take(&id).await.unwrap();
    pekka.conversations().mark_done(MarkDoneRequest { conversation_id: id.clone() }).await.unwrap();
    assert!(pekka.has(Tab::Done, &id).await && pekka.see(&id).await.is_ok());
    assert!(!elsewhere.has(Tab::Done, &id).await, "names and topics are not listed either");
    assert_eq!(elsewhere.see(&id).await.unwrap_err().code(), Code::NotFound);
    world.end().await;
}

fn assert_names_its_target(event: &SystemEvent) {
    match event.kind() {
        SystemEventKind::AssignedToOther => assert!(!event.target_name.is_empty(), "{event:?}"),
        SystemEventKind::ForwardedToQueue | SystemEventKind::ReturnedToQueue | SystemEventKind::ConsultationRequested => {
            assert!(event.queue_name.as_ref().is_some_and(|name| name.texts.contains_key("fi")), "{event:?}");
        }
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consultation_and_what_it_is_about_lead_to_each_other_for_who_may_read_both() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let pekka = world.practitioner("pekka", "Pekka Rantala", "nurse");
    let doctor = world.practitioner("mikko", "Mikko Korhonen", "doctor");
    let id = resident.ask("Advice").await;
    nurse.take(&id).await.unwrap();
    let consult = RequestConsultationRequest {
        attachment_ids: Vec::new(),
        conversation_id: id.clone(),
        subcategory_id: queue("consultations/doctors"),
        text: "What do you think?".to_owned(),
    };
    let consultation = nurse.tasks().request_consultation(consult).await.unwrap().into_inner().consultation_id;
    world.eventually(|| async { doctor.see(&consultation).await.ok() }).await;
    let related = async |reader: &Person, id: &String| reader.see(id).await.unwrap().related_conversation_ids;
    assert_eq!(related(&nurse, &id).await, std::slice::from_ref(&consultation));
    assert_eq!(related(&nurse, &consultation).await, std::slice::from_ref(&id));
    // The doctor reads what is asked and not the conversation; a colleague of the nurse the conversation and not the consultation.
    assert!(doctor.see(&id).await.is_err());
    assert_eq!(related(&doctor, &consultation).await, Vec::<String>::new());
    assert!(pekka.see(&consultation).await.is_err());
    assert_eq!(related(&pekka, &id).await, Vec::<String>::new());
    assert_eq!(related(&resident, &id).await, Vec::<String>::new());
    world.end().await;
}
