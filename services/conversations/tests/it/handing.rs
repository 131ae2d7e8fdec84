//! What professionals do with a task among themselves, and whom role and location let (CON-05, CON-06, CON-20).

use kajo_proto::conversations::v1::{
    AssignConversationRequest, ForwardConversationRequest, ListQueuesRequest, ListTasksRequest, ParticipateInConversationRequest,
    ReturnConversationRequest, SystemEventKind, Tab, TakeOverConversationRequest, thread_entry::Entry,
};
use tonic::Code;

use crate::world::{Person, World, question, queue, reason};

/// The system events of the thread with the queues that they name, as this reader sees them.
async fn told(reader: &Person, id: &str) -> Vec<(SystemEventKind, String)> {
    let thread = reader.see(id).await.unwrap().thread;
    let events = thread.into_iter().filter_map(|entry| match entry.entry {
        Some(Entry::SystemEvent(event)) => Some(event),
        _ => None,
    });
    events.map(|event| (event.kind(), event.queue_name.and_then(|mut name| name.texts.remove("en")).unwrap_or_default())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn con_05_a_task_is_returned_to_its_queue_and_forwarded_to_another_queue_and_category_each_told_in_the_thread() {
    let world = World::start().await;
    let (resident, liisa) = (world.resident("Aino Nieminen"), world.nurse());
    let pekka = world.practitioner("pekka", "Pekka Rantala", "nurse");
    let id = resident.ask("Ear").await;
    liisa.take(&id).await.unwrap();
    liisa.tasks().return_conversation(ReturnConversationRequest { conversation_id: id.clone() }).await.unwrap();
    assert!(pekka.has(Tab::New, &id).await && !liisa.has(Tab::Own, &id).await);
    pekka.take(&id).await.unwrap();
    let forward = |to: &str| ForwardConversationRequest { conversation_id: id.clone(), subcategory_id: queue(to) };
    // Only who has it hands it on.
    assert_eq!(reason(&liisa.tasks().forward_conversation(forward("health-station/prescriptions")).await.unwrap_err()), "owned_by_another");
    pekka.tasks().forward_conversation(forward("health-station/prescriptions")).await.unwrap();
    assert!(liisa.has(Tab::New, &id).await && !pekka.has(Tab::Own, &id).await);
    pekka.take(&id).await.unwrap();
    pekka.tasks().forward_conversation(forward("mental-health/counselling")).await.unwrap();
    let expected = [
        (SystemEventKind::Picked, ""),
        (SystemEventKind::ReturnedToQueue, "Question to a nurse"),
        (SystemEventKind::Picked, ""),
        (SystemEventKind::ForwardedToQueue, "Renewing a prescription"),
        (SystemEventKind::Picked, ""),
        (SystemEventKind::ForwardedToQueue, "Counselling"),
    ];
    let expected = expected.map(|(kind, queue)| (kind, queue.to_owned()));
    assert_eq!(told(&liisa, &id).await, expected);
    assert_eq!(told(&resident, &id).await, expected, "the resident sees where it went");
    let seen = resident.see(&id).await.unwrap();
    assert_eq!(seen.category_name.unwrap().texts["en"], "Mental health");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_06_who_participates_has_the_task_among_their_own_beside_its_owner_and_who_takes_over_has_it_instead() {
    let world = World::start().await;
    let (resident, liisa) = (world.resident("Aino Nieminen"), world.nurse());
    let pekka = world.practitioner("pekka", "Pekka Rantala", "nurse");
    let anna = world.practitioner("anna", "Anna Nyström", "nurse");
    let id = resident.ask("Ear").await;
    liisa.take(&id).await.unwrap();
    pekka.tasks().participate_in_conversation(ParticipateInConversationRequest { conversation_id: id.clone() }).await.unwrap();
    for (who, own) in [(&liisa, true), (&pekka, true), (&anna, false)] {
        assert_eq!(who.has(Tab::Own, &id).await, own);
    }
    // One owner writes; the participant may be made the owner.
    assert_eq!(reason(&pekka.write(&id, "Me too").await.unwrap_err()), "owned_by_another");
    let assign = AssignConversationRequest { conversation_id: id.clone(), colleague_id: pekka.id.to_string() };
    liisa.tasks().assign_conversation(assign).await.unwrap();
    pekka.write(&id, "Now I do").await.unwrap();
    assert_eq!(reason(&liisa.write(&id, "And I?").await.unwrap_err()), "owned_by_another");
    anna.tasks().take_over_conversation(TakeOverConversationRequest { conversation_id: id.clone() }).await.unwrap();
    assert!(anna.has(Tab::Own, &id).await);
    anna.write(&id, "It is mine").await.unwrap();
    assert_eq!(reason(&pekka.write(&id, "Still?").await.unwrap_err()), "owned_by_another");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_20_a_queue_and_its_conversations_are_open_to_its_roles_at_its_locations_and_to_nobody_else() {
    let world = World::start().await;
    let resident = world.resident("Aino Nieminen");
    let id = resident.ask("Ear").await;
    let nurse = world.nurse();
    assert!(nurse.has(Tab::New, &id).await);
    nurse.see(&id).await.unwrap();
    let others = [
        world.practitioner("mikko", "Mikko Korhonen", "doctor"),
        world.practitioner_at("risto", "Risto Salmi", "social-worker", "satama"),
        world.practitioner_at("liisa", "Liisa Virtanen", "nurse", "satama"),
    ];
    for other in &others {
        let mine = other.categories().list_queues(ListQueuesRequest {}).await.unwrap().into_inner().queues;
        assert!(mine.iter().any(|found| found.subcategory_id == queue("health-station/nurse") && !found.own), "known, and not theirs");
        let asked = ListTasksRequest { tab: Tab::New.into(), subcategory_ids: vec![queue("health-station/nurse")], ..ListTasksRequest::default() };
        assert!(other.list(asked).await.is_empty());
        assert!(!other.has(Tab::Team, &id).await);
        assert_eq!(other.see(&id).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(other.take(&id).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(other.write(&id, "Hello").await.unwrap_err().code(), Code::NotFound);
    }
    // The queue decides, wherever it goes.
    nurse.take(&id).await.unwrap();
    let forward = ForwardConversationRequest { conversation_id: id.clone(), subcategory_id: queue("social-services/guidance") };
    nurse.tasks().forward_conversation(forward).await.unwrap();
    assert_eq!(nurse.see(&id).await.unwrap_err().code(), Code::NotFound);
    others[1].see(&id).await.unwrap();
    others[1].take(&id).await.unwrap();
    // A topic that is another area's to choose is nobody's to write to.
    let elsewhere = kajo_proto::conversations::v1::StartConversationRequest {
        service_area_id: chassis_domain::Uuid::from_u128(77).to_string(),
        ..question("Elsewhere", "Hello?")
    };
    assert_eq!(reason(&resident.start(elsewhere).await.unwrap_err()), "queue_closed");
    world.end().await;
}
