//! Queues that are closed for now, and the professionals who work through them.

use chassis::testkit::{
    Calls, World,
    refusals::{fields, said, told},
};
use chassis_domain::{SignedDuration, Uuid, timestamp};
use kajo_proto::{
    chat_queue::v1::{
        ArchiveChatQueueRequest, ChatQueueDetails, ChatQueueStanding, ChatQueueState, ListWorkedChatQueuesRequest,
        chat_queue_service_client::ChatQueueServiceClient, chat_work_service_client::ChatWorkServiceClient,
    },
    options::v1::Caller,
};
use tonic::Code;

use crate::world::{LOCATION, ROLE, add, by, close, daily, get, named, offered, reopen, start, worker};

async fn standing(world: &World, id: &str) -> ChatQueueStanding {
    get(world, id).await.unwrap().standing.unwrap()
}

/// Names in Finnish of the queues that somebody works through.
async fn worked(calls: Calls) -> Vec<String> {
    let found = ChatWorkServiceClient::new(calls).list_worked_chat_queues(ListWorkedChatQueuesRequest {}).await.unwrap().into_inner();
    found.chat_queues.into_iter().map(|queue| queue.name.unwrap().texts["fi"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_13_a_queue_is_closed_with_a_notice_that_everybody_reads_and_opened_again() {
    let world = start().await;
    let ritva = || by(&world, Caller::ResponsibleUser);
    let id = add(&world, named("Neuvola")).await.unwrap();
    close(ritva(), &id, "Koulutus", None).await.unwrap();
    let shown = offered(by(&world, Caller::Resident)).await.remove(0).standing.unwrap();
    assert_eq!(shown, standing(&world, &id).await);
    assert_eq!((shown.state(), shown.opens_at, shown.changes_at), (ChatQueueState::TemporarilyClosed, None, None));
    let closure = shown.closure.unwrap();
    assert_eq!((closure.text.unwrap().texts["sv"].as_str(), closure.until), ("Koulutus sv", None));
    assert_eq!(closure.closed_at, Some(timestamp(world.clock().now())));

    // The notice changes, and not since when.
    let closed_at = world.clock().now();
    world.clock().advance(SignedDuration::from_mins(5));
    close(ritva(), &id, "Huolto", None).await.unwrap();
    let closure = standing(&world, &id).await.closure.unwrap();
    assert_eq!((closure.text.unwrap().texts["fi"].as_str(), closure.closed_at), ("Huolto", Some(timestamp(closed_at))));
    reopen(ritva(), &id).await.unwrap();
    reopen(ritva(), &id).await.unwrap();
    let now = standing(&world, &id).await;
    assert_eq!((now.state(), now.closure), (ChatQueueState::Open, None));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_13_a_closure_with_an_end_is_over_by_itself_to_the_second() {
    let world = start().await;
    let ritva = || by(&world, Caller::ResponsibleUser);
    let id = add(&world, ChatQueueDetails { hours: daily("00:00", "24:00"), ..named("Neuvola") }).await.unwrap();
    let until = world.clock().now() + SignedDuration::from_hours(2);
    close(ritva(), &id, "Koulutus", Some(timestamp(until))).await.unwrap();
    let shown = standing(&world, &id).await;
    assert_eq!((shown.opens_at, shown.changes_at), (Some(timestamp(until)), Some(timestamp(until))));
    world.clock().advance(SignedDuration::from_hours(2) - SignedDuration::from_millis(1));
    assert_eq!(standing(&world, &id).await.state(), ChatQueueState::TemporarilyClosed);
    world.clock().advance(SignedDuration::from_millis(1));
    let open = standing(&world, &id).await;
    assert_eq!((open.state(), open.closure), (ChatQueueState::Open, None));
    // The next one is another closure.
    close(ritva(), &id, "Huolto", None).await.unwrap();
    assert_eq!(standing(&world, &id).await.closure.unwrap().closed_at, Some(timestamp(world.clock().now())));

    let refused = close(ritva(), &id, "Huolto", Some(timestamp(world.clock().now()))).await.unwrap_err();
    assert_eq!(fields(&refused), [("until".to_owned(), "closure_until_past".to_owned())]);
    let refused = close(ritva(), &id, "", None).await.unwrap_err();
    assert_eq!(fields(&refused).first().map(|(field, reason)| (field.as_str(), reason.as_str())), Some(("text.fi", "translation_missing")));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_12_professionals_see_and_close_the_queues_of_their_role_and_location_and_others_do_not_exist_for_them() {
    let world = start().await;
    let elsewhere = Uuid::from_u128(99);
    let id = add(&world, named("Neuvola")).await.unwrap();
    add(&world, ChatQueueDetails { location_ids: vec![elsewhere.to_string()], ..named("Muualla") }).await.unwrap();
    add(&world, ChatQueueDetails { role_ids: vec![elsewhere.to_string()], ..named("Muille") }).await.unwrap();
    assert_eq!(worked(worker(&world, ROLE, LOCATION)).await, ["Neuvola"]);
    assert_eq!(worked(worker(&world, ROLE, elsewhere)).await, ["Muualla"]);
    assert_eq!(worked(worker(&world, elsewhere, elsewhere)).await, Vec::<String>::new());

    let missing = Uuid::now_v7().to_string();
    let gone = said(Code::NotFound, "not_found");
    for (role, location) in [(ROLE, elsewhere), (elsewhere, LOCATION)] {
        let refused = close(worker(&world, role, location), &id, "Suljettu", None).await.unwrap_err();
        assert_eq!(told(&refused), gone);
        assert_eq!(told(&reopen(worker(&world, role, location), &id).await.unwrap_err()), gone);
    }
    assert_eq!(told(&close(worker(&world, ROLE, LOCATION), &missing, "Suljettu", None).await.unwrap_err()), gone);
    close(worker(&world, ROLE, LOCATION), &id, "Suljettu", None).await.unwrap();
    assert_eq!(standing(&world, &id).await.state(), ChatQueueState::TemporarilyClosed);
    reopen(worker(&world, ROLE, LOCATION), &id).await.unwrap();
    assert_eq!(standing(&world, &id).await.state(), ChatQueueState::Open);

    // What is archived is worked through by nobody.
    let mut ritva = ChatQueueServiceClient::new(by(&world, Caller::ResponsibleUser));
    ritva.archive_chat_queue(ArchiveChatQueueRequest { chat_queue_id: id.clone() }).await.unwrap();
    assert_eq!(worked(worker(&world, ROLE, LOCATION)).await, Vec::<String>::new());
    assert_eq!(told(&close(by(&world, Caller::ResponsibleUser), &id, "Suljettu", None).await.unwrap_err()), gone);
    world.end().await.unwrap();
}
