//! The line before a queue.

use std::collections::{BTreeMap, BTreeSet};

use chassis::testkit::{
    refusals::{param, said, told},
    tries,
};
use chassis_domain::{SignedDuration, Uuid, timestamp};
use futures::{StreamExt as _, future::join_all};
use kajo_proto::{
    chat_queue::v1::{
        AcceptNextChatRequest, ArchiveChatQueueRequest, ChatLeaveReason, ChatQueue, ChatQueueDetails, ChatServiceGetAudienceRequest, ChatState,
        LineMoved, RemoveChatQueueRequest, SaveChatQueueRequest, chat_queue_service_client::ChatQueueServiceClient,
        chat_service_client::ChatServiceClient,
    },
    options::v1::{Caller, Domain},
};
use prost::Message as _;
use tonic::Code;

use crate::{
    waiting_room::{Customer, WaitingRoom, end},
    world::{LOCATION, PROVIDER, ROLE, add, by, close, get, named},
};

/// A little more than after what somebody is away.
const AWAY: SignedDuration = SignedDuration::from_secs(151);
const SWEEP: SignedDuration = SignedDuration::from_secs(31);

/// Waits until the sweep has let somebody go.
async fn let_go(room: &WaitingRoom, who: &Customer, chat: &str) -> ChatLeaveReason {
    room.world
        .eventually(async || {
            let found = who.keep(chat).await.unwrap();
            (found.state() == ChatState::Left).then(|| found.leave_reason())
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_who_joins_has_a_place_that_survives_another_device_and_another_process_and_gives_it_up() {
    let room = WaitingRoom::open().await;
    let (aino, first) = room.waiting().await;
    let (eino, second) = room.waiting().await;
    let (onni, third) = room.waiting().await;
    assert_eq!((aino.ahead(&first).await, eino.ahead(&second).await, onni.ahead(&third).await), (0, 1, 2));
    // A second press and a second device: the same place.
    assert_eq!(eino.join(&room.queue).await.unwrap(), second);
    let another = room.world.another().await.unwrap();
    let elsewhere = eino.by_way_of(&room.world, &another);
    assert_eq!((elsewhere.join(&room.queue).await.unwrap(), elsewhere.ahead(&second).await), (second.clone(), 1));
    another.stop().await;
    let shown = eino.mine().await;
    assert_eq!((shown.len(), shown[0].chat_id.as_str(), shown[0].state()), (1, second.as_str(), ChatState::Waiting));
    assert_eq!(shown[0].chat_queue_name.as_ref().unwrap().texts["sv"], "Neuvola sv");

    aino.leave(&first).await.unwrap();
    aino.leave(&first).await.unwrap();
    let left = aino.keep(&first).await.unwrap();
    assert_eq!((left.state(), left.leave_reason(), left.place), (ChatState::Left, ChatLeaveReason::Own, None));
    assert!(aino.mine().await.is_empty());
    assert_eq!((eino.ahead(&second).await, onni.ahead(&third).await), (0, 1));
    // Who comes again stands behind all others.
    let again = aino.join(&room.queue).await.unwrap();
    assert_eq!((again == first, aino.ahead(&again).await), (false, 2));
    room.rebuilds_to_the_same().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_nobody_joins_what_is_shut_elsewhere_or_not_for_them_and_a_foreign_place_is_as_good_as_none() {
    let room = WaitingRoom::open().await;
    let world = &room.world;
    let aino = room.somebody();
    let shut = add(world, ChatQueueDetails { hours: crate::world::daily("01:00", "02:00"), ..named("Yöllä") }).await.unwrap();
    assert_eq!(told(&aino.join(&shut).await.unwrap_err()), said(Code::FailedPrecondition, "chat_queue_closed"));
    let external_url = format!("https://{PROVIDER}/jono");
    let external = add(world, ChatQueueDetails { external_url, ..named("Muualla") }).await.unwrap();
    assert_eq!(told(&aino.join(&external).await.unwrap_err()), said(Code::FailedPrecondition, "chat_queue_external"));
    let hidden = add(world, ChatQueueDetails { visible_to_identified: false, ..named("Kesken") }).await.unwrap();
    let gone = said(Code::NotFound, "not_found");
    for queue in [hidden, Uuid::now_v7().to_string()] {
        assert_eq!(told(&aino.join(&queue).await.unwrap_err()), gone);
    }
    let social = room.for_somebody(Uuid::now_v7(), Domain::Social);
    assert_eq!(told(&social.join(&room.queue).await.unwrap_err()), gone);
    close(by(world, Caller::ResponsibleUser), &room.queue, "Koulutus", None).await.unwrap();
    assert_eq!(told(&aino.join(&room.queue).await.unwrap_err()), said(Code::FailedPrecondition, "chat_queue_temporarily_closed"));
    crate::world::reopen(by(world, Caller::ResponsibleUser), &room.queue).await.unwrap();

    // Who acts for a resident has a place of their own; neither sees the other's.
    let eino = room.for_somebody(aino.context.person_id.parse().unwrap(), Domain::Health);
    let (own, represented) = (aino.join(&room.queue).await.unwrap(), eino.join(&room.queue).await.unwrap());
    assert_ne!(own, represented);
    assert_eq!((aino.mine().await.len(), eino.mine().await.len()), (1, 1));
    for (who, chat) in [(&aino, &represented), (&eino, &own), (&room.somebody(), &own), (&aino, &Uuid::now_v7().to_string())] {
        assert_eq!(told(&who.keep(chat).await.unwrap_err()), gone);
        assert_eq!(told(&who.leave(chat).await.unwrap_err()), gone);
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_who_is_away_keeps_the_ticket_and_is_passed_over_until_they_are_back_or_a_quarter_of_an_hour_is_over() {
    let room = WaitingRoom::open().await;
    let (aino, first) = room.waiting().await;
    let (eino, second) = room.waiting().await;
    let (onni, third) = room.waiting().await;
    room.world.clock().advance(AWAY);
    onni.keep(&third).await.unwrap();
    let liisa = room.liisa();
    assert_eq!(liisa.list().await.waiting.iter().map(|waiting| waiting.away).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(liisa.accept_next().await.unwrap(), third);
    let called_at = room.world.clock().now();
    assert_eq!(told(&liisa.accept_next().await.unwrap_err()), said(Code::FailedPrecondition, "nobody_waits"));

    // Back in time: first still, and told once that it was their turn.
    room.world.clock().advance(SignedDuration::from_mins(10));
    let back = aino.keep(&first).await.unwrap().place.unwrap();
    assert_eq!((back.ahead, back.back_by), (0, Some(timestamp(called_at + SignedDuration::from_mins(15)))));
    assert_eq!(aino.keep(&first).await.unwrap().place.unwrap().back_by, None);
    // Not back in time: out of the line, whoever else waits.
    room.world.clock().advance(SignedDuration::from_mins(5) + SWEEP);
    room.world.eventually(async || eino.mine().await.is_empty().then_some(())).await;
    let found = eino.keep(&second).await.unwrap();
    assert_eq!((found.state(), found.leave_reason()), (ChatState::Left, ChatLeaveReason::NotBack));
    aino.keep(&first).await.unwrap();
    assert_eq!(liisa.accept_next().await.unwrap(), first);

    // Whom nobody calls is out after two hours.
    let (tuuli, last) = room.waiting().await;
    room.world.clock().advance(SignedDuration::from_hours(2) + SWEEP);
    room.world.eventually(async || tuuli.mine().await.is_empty().then_some(())).await;
    assert_eq!(tuuli.keep(&last).await.unwrap().leave_reason(), ChatLeaveReason::NotBack);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_who_waits_is_served_for_an_hour_after_closing_and_then_let_go() {
    let room = WaitingRoom::open().await;
    let ritva = || by(&room.world, Caller::ResponsibleUser);
    let (aino, chat) = room.waiting().await;
    close(ritva(), &room.queue, "Koulutus", None).await.unwrap();
    room.world.clock().advance(SignedDuration::from_mins(59));
    aino.keep(&chat).await.unwrap();
    room.world.job_has_run("line").await;
    assert_eq!(aino.keep(&chat).await.unwrap().state(), ChatState::Waiting);
    room.world.clock().advance(SignedDuration::from_mins(2));
    assert_eq!(let_go(&room, &aino, &chat).await, ChatLeaveReason::QueueClosed);
    crate::world::reopen(ritva(), &room.queue).await.unwrap();

    // Nor is anybody served in a queue that is another provider's by now.
    let (tuuli, stranded) = room.waiting().await;
    let mut details = get(&room.world, &room.queue).await.unwrap();
    details.details.as_mut().unwrap().external_url = format!("https://{PROVIDER}/jono");
    let save = |queue: ChatQueue| SaveChatQueueRequest {
        chat_queue_id: queue.chat_queue_id,
        version: queue.version,
        details: queue.details,
        fields: vec!["external_url".to_owned()],
    };
    let mut queues = ChatQueueServiceClient::new(ritva());
    queues.save_chat_queue(save(details)).await.unwrap();
    room.world.clock().advance(SWEEP);
    assert_eq!(let_go(&room, &tuuli, &stranded).await, ChatLeaveReason::QueueClosed);
    let mut details = get(&room.world, &room.queue).await.unwrap();
    details.details.as_mut().unwrap().external_url = String::new();
    queues.save_chat_queue(save(details)).await.unwrap();

    // Of a queue that is used no more they are let go at once; while somebody is in it, it is not removed.
    let (onni, place) = room.waiting().await;
    let removed = queues.remove_chat_queue(RemoveChatQueueRequest { chat_queue_id: room.queue.clone() }).await.unwrap_err();
    assert_eq!((told(&removed), param(&removed, "chats")), (said(Code::FailedPrecondition, "chat_queue_in_use"), "1".to_owned()));
    queues.archive_chat_queue(ArchiveChatQueueRequest { chat_queue_id: room.queue.clone() }).await.unwrap();
    room.world.clock().advance(SWEEP);
    assert_eq!(let_go(&room, &onni, &place).await, ChatLeaveReason::QueueClosed);
    queues.remove_chat_queue(RemoveChatQueueRequest { chat_queue_id: room.queue.clone() }).await.unwrap();
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_a_wait_is_told_when_enough_have_been_accepted_and_that_nobody_serves() {
    let room = WaitingRoom::open().await;
    let liisa = room.liisa();
    let (aino, chat) = room.waiting().await;
    let place = aino.keep(&chat).await.unwrap().place.unwrap();
    assert_eq!((place.wait, place.unattended), (None, false));
    room.world.clock().advance(SignedDuration::from_mins(20));
    assert!(aino.keep(&chat).await.unwrap().place.unwrap().unattended);
    for _ in 0..5 {
        let (_, other) = room.waiting().await;
        liisa.accept(&other).await.unwrap();
        end(&liisa.calls, &other).await.unwrap();
    }
    let place = aino.keep(&chat).await.unwrap().place.unwrap();
    let wait = place.wait.unwrap();
    assert_eq!((wait.from_minutes, wait.until_minutes, place.unattended), (0, 25, false));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_of_two_who_pick_the_same_one_has_them_and_the_other_is_told() {
    let room = WaitingRoom::open().await;
    for _ in 0..tries(5, 100) {
        let (_, chat) = room.waiting().await;
        let two = [room.liisa(), room.liisa()];
        let (one, other) = tokio::join!(two[0].accept(&chat), two[1].accept(&chat));
        let refused = match (one, other) {
            (Ok(()), Err(refused)) | (Err(refused), Ok(())) => refused,
            both => panic!("{both:?}"),
        };
        assert_eq!(told(&refused), said(Code::FailedPrecondition, "chat_taken"));
        let own = [two[0].list().await.own.len(), two[1].list().await.own.len()];
        assert_eq!(own.iter().sum::<usize>(), 1);
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_all_who_join_at_once_are_accepted_once_each_and_in_their_order() {
    let room = WaitingRoom::open().await;
    let (people, staff) = (tries(20, 200), tries(5, 20));
    let residents: Vec<_> = (0..people).map(|_| room.somebody()).collect();
    let joining = join_all(residents.iter().map(|somebody| somebody.join(&room.queue)));
    let professionals: Vec<_> = (0..staff).map(|_| room.liisa()).collect();
    let accepting = join_all(professionals.iter().map(async |professional| {
        let (mut own, begun) = (Vec::new(), std::time::Instant::now());
        while own.len() < people / staff {
            match professional.accept_next().await {
                Ok(chat) => own.push(chat),
                Err(refused) => {
                    // The line is empty for the moment, or all others were faster.
                    assert!(matches!(told(&refused).1.as_str(), "nobody_waits" | "conflict"), "{refused:?}");
                    assert!(begun.elapsed() < std::time::Duration::from_mins(2), "somebody is lost");
                    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                }
            }
        }
        own
    }));
    let (joined, accepted) = tokio::join!(joining, accepting);
    let joined: BTreeSet<_> = joined.into_iter().map(Result::unwrap).collect();
    let all: Vec<_> = accepted.iter().flatten().cloned().collect();
    assert_eq!((joined.len(), all.len()), (people, people));
    assert_eq!(all.iter().cloned().collect::<BTreeSet<_>>(), joined);
    // Each professional has had lower tickets before higher ones, and each change of the line has a number of its own.
    let rows: Vec<(Uuid, i64)> = sqlx::query_as("select chat_id, ticket from chats").fetch_all(&room.world.running.kernel().pool).await.unwrap();
    let tickets: BTreeMap<_, _> = rows.into_iter().map(|(chat, ticket)| (chat.to_string(), ticket)).collect();
    for own in &accepted {
        assert!(own.iter().map(|chat| tickets[chat]).is_sorted(), "{own:?}");
    }
    let last: i64 = sqlx::query_scalar("select last_seq from lines").fetch_one(&room.world.running.kernel().pool).await.unwrap();
    assert_eq!(usize::try_from(last).unwrap(), people);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_who_is_put_back_has_the_place_they_had_and_a_mark() {
    let room = WaitingRoom::open().await;
    let (aino, first) = room.waiting().await;
    let (eino, second) = room.waiting().await;
    let (liisa, anna) = (room.liisa(), room.liisa());
    assert_eq!(liisa.accept_next().await.unwrap(), first);
    assert_eq!((aino.keep(&first).await.unwrap().state(), eino.ahead(&second).await), (ChatState::Active, 0));
    assert_eq!(aino.mine().await[0].practitioner_name, "Liisa Virtanen");
    assert_eq!(told(&aino.leave(&first).await.unwrap_err()), said(Code::FailedPrecondition, "chat_accepted"));
    assert_eq!(told(&anna.give_back(&first).await.unwrap_err()), said(Code::NotFound, "not_found"));
    // They chat for longer than somebody may be away who waits, and the sweep comes by.
    room.world.clock().advance(AWAY);
    room.world.job_has_run("line").await;
    liisa.give_back(&first).await.unwrap();
    liisa.give_back(&first).await.unwrap();
    eino.keep(&second).await.unwrap();
    assert_eq!(anna.list().await.waiting.iter().map(|waiting| waiting.away).collect::<Vec<_>>(), [false, false]);
    assert_eq!(anna.accept_next().await.unwrap(), first, "who was put back is there");
    anna.give_back(&first).await.unwrap();
    assert_eq!((aino.ahead(&first).await, eino.ahead(&second).await), (0, 1));
    let waiting = anna.list().await.waiting;
    assert_eq!(waiting.iter().map(|each| (each.chat_id.as_str(), each.returned)).collect::<Vec<_>>(), [(first.as_str(), true), (&second, false)]);
    assert_eq!(anna.accept_next().await.unwrap(), first);
    eino.leave(&second).await.unwrap();
    assert_eq!(told(&anna.accept(&second).await.unwrap_err()), said(Code::FailedPrecondition, "chat_left"));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_12_who_waits_does_not_exist_for_professionals_of_other_roles_and_places() {
    let room = WaitingRoom::open().await;
    let (_, chat) = room.waiting().await;
    let elsewhere = Uuid::from_u128(99);
    let gone = said(Code::NotFound, "not_found");
    for stranger in [room.professional(ROLE, elsewhere), room.professional(elsewhere, LOCATION)] {
        let listed = stranger.list().await;
        assert_eq!((listed.waiting.len(), listed.waiting_total), (0, 0));
        assert_eq!(told(&stranger.accept_next().await.unwrap_err()), said(Code::FailedPrecondition, "nobody_waits"));
        let asked = AcceptNextChatRequest { chat_queue_ids: vec![room.queue.clone()] };
        assert_eq!(told(&stranger.waiting().accept_next_chat(asked).await.unwrap_err()), gone);
        assert_eq!(told(&stranger.accept(&chat).await.unwrap_err()), gone);
        assert_eq!(told(&stranger.give_back(&chat).await.unwrap_err()), gone);
        let keys = ChatServiceClient::new(stranger.calls.clone()).get_audience(ChatServiceGetAudienceRequest {}).await.unwrap();
        assert!(keys.into_inner().keys.is_empty());
    }
    let listed = room.liisa().list().await;
    assert_eq!((listed.waiting.len(), listed.waiting_total), (1, 1));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_each_change_of_the_line_is_whispered_once_to_those_who_wait_with_tickets_alone() {
    let room = WaitingRoom::open().await;
    let (aino, first) = room.waiting().await;
    let (_, second) = room.waiting().await;
    let environment = room.world.environment().environment();
    let listener = async_nats::connect(&environment.settings.nats_url).await.unwrap();
    let mut heard = listener.subscribe(format!("{}.whisper.*", environment.settings.bus_prefix.to_lowercase())).await.unwrap();
    listener.flush().await.unwrap();
    let keys = ChatServiceClient::new(aino.calls.clone()).get_audience(ChatServiceGetAudienceRequest {}).await.unwrap().into_inner().keys;
    assert!(keys.contains(&format!("line:{}", room.queue)), "{keys:?}");

    let liisa = room.liisa();
    liisa.accept(&second).await.unwrap();
    liisa.give_back(&second).await.unwrap();
    aino.leave(&first).await.unwrap();
    aino.leave(&first).await.unwrap();
    liisa.accept_next().await.unwrap();
    let mut moved = Vec::new();
    for _ in 0..4 {
        let message = heard.next().await.unwrap();
        assert_eq!(message.headers.unwrap().get("kajo-audience").unwrap().as_str(), format!("line:{}", room.queue));
        let LineMoved { chat_queue_id, from_seq, changes } = LineMoved::decode(message.payload).unwrap();
        assert_eq!((chat_queue_id, changes.len()), (room.queue.clone(), 1));
        moved.push((from_seq, changes[0].ticket, changes[0].returned));
    }
    assert_eq!(moved, [(1, 2, false), (2, 2, true), (3, 1, false), (4, 2, false)]);
    room.end().await;
}
