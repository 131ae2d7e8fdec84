//! Chats that are over, as whoever had them finds them.

use chassis::testkit::refusals::{field, told};
use chassis_domain::{PersonId, RetentionClass, SignedDuration, Uuid, timestamp};
use kajo_proto::{
    chat_queue::v1::{
        ArchiveChatQueueRequest, ChatQueueDetails, EndedChat, ListMyEndedChatsRequest, ListMyEndedChatsResponse,
        chat_place_service_client::ChatPlaceServiceClient, chat_queue_service_client::ChatQueueServiceClient,
    },
    common::v1::PageRequest,
    options::v1::{Caller, Domain},
};
use tonic::{Code, Status};

use crate::{
    waiting_room::{Customer, Professional, WaitingRoom, end},
    world::{add, by, daily, named},
};

/// So many of what is over, from there on.
async fn page(who: &Customer, size: u32, token: &str) -> Result<ListMyEndedChatsResponse, Status> {
    let asked = ListMyEndedChatsRequest { page: Some(PageRequest { size, token: token.to_owned() }) };
    Ok(ChatPlaceServiceClient::new(who.calls.clone()).list_my_ended_chats(asked).await?.into_inner())
}

/// What is over.
async fn ended(who: &Customer) -> Vec<EndedChat> {
    page(who, 0, "").await.unwrap().chats
}

/// The ids of what is over.
async fn ids(who: &Customer) -> Vec<String> {
    ended(who).await.into_iter().map(|chat| chat.chat_id).collect()
}

/// A chat in this queue that the professional has accepted and ended.
async fn over(who: &Customer, queue: &str, liisa: &Professional) -> String {
    let chat = who.join(queue).await.unwrap();
    liisa.accept(&chat).await.unwrap();
    end(&liisa.calls, &chat).await.unwrap();
    chat
}

/// Another queue that is open day and night.
async fn another_queue(room: &WaitingRoom, name: &str) -> String {
    add(&room.world, ChatQueueDetails { hours: daily("00:00", "24:00"), ..named(name) }).await.unwrap()
}

/// Whoever acts for this resident in matters of health, and is this person.
fn acting(room: &WaitingRoom, resident: Uuid, person: Uuid) -> Customer {
    let mut context = room.for_somebody(resident, Domain::Health).context;
    context.impersonator.as_mut().unwrap().person_id = person.to_string();
    Customer { calls: room.world.calls_by(context.clone()), context }
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_01_chats_that_are_over_come_the_newest_first_over_pages_without_a_double_or_a_gap() {
    let room = WaitingRoom::open().await;
    let (aino, liisa, clock) = (room.somebody(), room.liisa(), room.world.clock());
    let mut all = Vec::new();
    // Some end at the same moment.
    for minutes in [0, 1, 0, 0, 1] {
        clock.advance(SignedDuration::from_mins(minutes));
        all.push((clock.now(), over(&aino, &room.queue, &liisa).await));
    }
    all.sort();
    let newest_first: Vec<_> = all.iter().rev().map(|(_, chat)| chat.clone()).collect();
    assert_eq!(ids(&aino).await, newest_first);

    let mut shown = page(&aino, 2, "").await.unwrap();
    let mut found: Vec<_> = shown.chats.iter().map(|chat| chat.chat_id.clone()).collect();
    // What ends meanwhile stands before all of them.
    clock.advance(SignedDuration::from_mins(1));
    let latest = over(&aino, &room.queue, &liisa).await;
    let mut sizes = vec![found.len()];
    while !shown.next_page_token.is_empty() {
        shown = page(&aino, 2, &shown.next_page_token).await.unwrap();
        sizes.push(shown.chats.len());
        found.extend(shown.chats.iter().map(|chat| chat.chat_id.clone()));
    }
    assert_eq!((found, sizes), (newest_first, vec![2, 2, 1]));
    assert_eq!(ids(&aino).await[0], latest);

    let broken = page(&aino, 2, "nonsense").await.unwrap_err();
    assert_eq!((told(&broken).0, field(&broken)), (Code::InvalidArgument, "page.token".to_owned()));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_01_a_chat_that_is_over_says_where_with_whom_and_when_it_was_also_when_its_queue_is_used_no_more() {
    let room = WaitingRoom::open().await;
    let (aino, liisa, clock) = (room.somebody(), room.liisa(), room.world.clock());
    let joined_at = clock.now();
    let chat = aino.join(&room.queue).await.unwrap();
    liisa.accept(&chat).await.unwrap();
    // Put back, and accepted anew: whoever had it last.
    liisa.give_back(&chat).await.unwrap();
    let mut context = liisa.context.clone();
    (context.person_id, context.display_name) = (Uuid::now_v7().to_string(), "Anna Niemi".to_owned());
    let anna = Professional { calls: room.world.calls_by(context.clone()), context };
    anna.accept(&chat).await.unwrap();
    clock.advance(SignedDuration::from_mins(1));
    end(&aino.calls, &chat).await.unwrap();
    let mut queues = ChatQueueServiceClient::new(by(&room.world, Caller::ResponsibleUser));
    queues.archive_chat_queue(ArchiveChatQueueRequest { chat_queue_id: room.queue.clone() }).await.unwrap();

    let found = ended(&aino).await;
    let one = &found[0];
    assert_eq!((found.len(), one.chat_id.as_str(), one.chat_queue_id.as_str()), (1, chat.as_str(), room.queue.as_str()));
    assert_eq!((one.joined_at, one.ended_at), (Some(timestamp(joined_at)), Some(timestamp(clock.now()))));
    assert_eq!(one.chat_queue_name.as_ref().unwrap().texts["fi"], "Neuvola");
    assert_eq!(one.practitioner_name, "Anna Niemi");

    // Once the key of the name is gone, the rest is there still.
    let person = PersonId::parse(&anna.context.person_id).unwrap();
    room.world.running.kernel().keyring.destroy(person, RetentionClass::Professional).await.unwrap();
    let found = ended(&aino).await;
    assert_eq!((found.len(), found[0].practitioner_name.as_str()), (1, ""));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_01_what_goes_on_what_nobody_accepted_and_what_is_another_persons_is_not_among_what_is_over() {
    let room = WaitingRoom::open().await;
    let (aino, onni, liisa) = (room.somebody(), room.somebody(), room.liisa());
    let of_onni = over(&onni, &room.queue, &liisa).await;
    let given_up = aino.join(&room.queue).await.unwrap();
    aino.leave(&given_up).await.unwrap();
    let goes_on = aino.join(&room.queue).await.unwrap();
    liisa.accept(&goes_on).await.unwrap();
    let waits = aino.join(&another_queue(&room, "Hammas").await).await.unwrap();
    assert_eq!((ids(&aino).await, ids(&onni).await), (Vec::new(), vec![of_onni.clone()]));

    end(&liisa.calls, &goes_on).await.unwrap();
    assert_eq!((ids(&aino).await, ids(&onni).await), (vec![goes_on], vec![of_onni]));
    assert_eq!(aino.mine().await.iter().map(|chat| chat.chat_id.as_str()).collect::<Vec<_>>(), [waits.as_str()]);
    room.rebuilds_to_the_same().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_01_who_acts_for_somebody_sees_what_they_have_begun_for_them_in_matters_of_their_mandates_and_nothing_else() {
    let room = WaitingRoom::open().await;
    let (aino, liisa) = (room.somebody(), room.liisa());
    let resident: Uuid = aino.context.person_id.parse().unwrap();
    let (eino, maija) = (acting(&room, resident, Uuid::from_u128(77)), acting(&room, resident, Uuid::from_u128(78)));
    let own = over(&aino, &room.queue, &liisa).await;
    let of_eino = over(&eino, &room.queue, &liisa).await;
    assert_eq!((ids(&aino).await, ids(&eino).await, ids(&maija).await), (vec![own], vec![of_eino.clone()], Vec::new()));
    // The same person, who may act in social matters alone by now.
    assert_eq!(ids(&room.for_somebody(resident, Domain::Social)).await, [""; 0]);
    assert_eq!(ids(&room.for_somebody(resident, Domain::Health)).await, [of_eino]);
    // What they have begun for somebody else is that one's.
    assert_eq!(ids(&acting(&room, Uuid::now_v7(), Uuid::from_u128(77))).await, [""; 0]);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_01_what_was_begun_in_a_visit_is_among_what_is_over_of_who_has_taken_it_over_and_of_nobody_else() {
    let room = WaitingRoom::open_to_visitors().await;
    let (visitor, liisa) = (room.visitor(), room.liisa());
    over(&visitor, &room.queue, &liisa).await;
    let chat = visitor.join(&room.queue).await.unwrap();
    liisa.accept(&chat).await.unwrap();
    let aino = room.signed_in(&visitor);
    assert_eq!(aino.claim().await, std::slice::from_ref(&chat));
    end(&aino.calls, &chat).await.unwrap();
    let found = ended(&aino).await;
    assert_eq!((found.len(), found[0].chat_id.as_str(), found[0].practitioner_name.as_str()), (1, chat.as_str(), "Liisa Virtanen"));
    // Whoever is called like the visit is somebody else.
    let same_id = Customer::of_resident(&room.world, &visitor.context.person_id);
    assert_eq!((ids(&same_id).await, ids(&room.somebody()).await), (Vec::new(), Vec::new()));
    room.end().await;
}
