//! Chats, for those who take part.

use chassis::testkit::refusals::{field, param, said, told};
use chassis_domain::{SignedDuration, Uuid, timestamp};
use kajo_proto::{
    chat_queue::v1::{ArchiveChatQueueRequest, ChatSide, ChatState, GetChatCustomerRequest, chat_queue_service_client::ChatQueueServiceClient},
    options::v1::{Caller, Domain},
};
use tonic::Code;

use crate::{
    waiting_room::{WaitingRoom, end, read, write},
    world::by,
};

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_both_sides_write_and_read_what_is_new_and_either_ends_it() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    let (liisa, clock) = (room.liisa(), room.world.clock());
    let joined_at = clock.now();
    assert_eq!(told(&write(&aino.calls, &chat, "Hei").await.unwrap_err()), said(Code::FailedPrecondition, "chat_ended"));
    clock.advance(SignedDuration::from_mins(1));
    liisa.accept_next().await.unwrap();
    assert_eq!(write(&aino.calls, &chat, "  Kurkku on kipeä.\n").await.unwrap(), 1);
    clock.advance(SignedDuration::from_mins(1));
    assert_eq!(write(&liisa.calls, &chat, "Kuinka kauan?").await.unwrap(), 2);

    let shown = read(&aino.calls, &chat, 0).await.unwrap();
    let head = shown.chat.unwrap();
    assert_eq!((head.state(), head.practitioner_name.as_str(), head.message_max_chars), (ChatState::Active, "Liisa Virtanen", 4_000));
    assert_eq!((head.joined_at, head.accepted_at), (Some(timestamp(joined_at)), Some(timestamp(joined_at + SignedDuration::from_mins(1)))));
    let lines: Vec<_> = shown.messages.iter().map(|each| (each.number, each.side(), each.text.as_str(), each.practitioner_name.as_str())).collect();
    assert_eq!(lines, [(1, ChatSide::Customer, "Kurkku on kipeä.", ""), (2, ChatSide::Practitioner, "Kuinka kauan?", "Liisa Virtanen")]);
    assert_eq!(shown.messages[1].written_at, Some(timestamp(clock.now())));
    let news = read(&liisa.calls, &chat, 1).await.unwrap().messages;
    assert_eq!(news.iter().map(|each| each.number).collect::<Vec<_>>(), [2]);
    let own = liisa.list().await.own;
    assert_eq!((own[0].chat_id.as_str(), own[0].last_number, own[0].last_side()), (chat.as_str(), 2, ChatSide::Practitioner));
    assert_eq!(aino.mine().await[0].last_number, 2);

    let empty = write(&aino.calls, &chat, " \n").await.unwrap_err();
    assert_eq!((told(&empty).0, field(&empty)), (Code::InvalidArgument, "text".to_owned()));
    let too_long = write(&aino.calls, &chat, &"ä".repeat(4_001)).await.unwrap_err();
    assert_eq!((told(&too_long), param(&too_long, "limit")), (said(Code::InvalidArgument, "chat_message_too_long"), "4000".to_owned()));

    // A retry of what has arrived is the same message.
    let retried = aino.calls.with_key(Uuid::now_v7());
    assert_eq!((write(&retried, &chat, "Kaksi päivää").await.unwrap(), write(&retried, &chat, "Kaksi päivää").await.unwrap()), (3, 3));

    end(&liisa.calls, &chat).await.unwrap();
    end(&aino.calls, &chat).await.unwrap();
    let over = read(&aino.calls, &chat, 3).await.unwrap();
    let head = over.chat.unwrap();
    assert_eq!((head.state(), head.ended_by(), head.over_at), (ChatState::Ended, ChatSide::Practitioner, Some(timestamp(clock.now()))));
    assert_eq!(told(&write(&aino.calls, &chat, "Kiitos").await.unwrap_err()), said(Code::FailedPrecondition, "chat_ended"));
    assert!(aino.mine().await.is_empty() && liisa.list().await.own.is_empty());
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_a_chat_in_which_nobody_writes_for_half_an_hour_ends() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    let (liisa, clock) = (room.liisa(), room.world.clock());
    liisa.accept_next().await.unwrap();
    clock.advance(SignedDuration::from_mins(29));
    write(&liisa.calls, &chat, "Oletko paikalla?").await.unwrap();
    clock.advance(SignedDuration::from_mins(29));
    room.world.job_has_run("line").await;
    assert_eq!(read(&aino.calls, &chat, 0).await.unwrap().chat.unwrap().state(), ChatState::Active);
    clock.advance(SignedDuration::from_mins(2));
    let over = room.world.eventually(async || {
        let found = read(&aino.calls, &chat, 0).await.unwrap().chat.unwrap();
        (found.state() == ChatState::Ended).then_some(found)
    });
    assert_eq!(over.await.ended_by(), ChatSide::System);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_a_chat_does_not_exist_for_others() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    room.liisa().accept_next().await.unwrap();
    let representative = room.for_somebody(aino.context.person_id.parse().unwrap(), Domain::Health);
    let gone = said(Code::NotFound, "not_found");
    for stranger in [room.somebody().calls, representative.calls, room.liisa().calls] {
        assert_eq!(told(&read(&stranger, &chat, 0).await.unwrap_err()), gone);
        assert_eq!(told(&write(&stranger, &chat, "Hei").await.unwrap_err()), gone);
        assert_eq!(told(&end(&stranger, &chat).await.unwrap_err()), gone);
        assert_eq!(told(&read(&stranger, &Uuid::now_v7().to_string(), 0).await.unwrap_err()), gone);
    }
    // Who may accept them reads nothing before.
    let (_, waiting) = room.waiting().await;
    assert_eq!(told(&read(&room.liisa().calls, &waiting, 0).await.unwrap_err()), gone);
    let colleague = room.liisa().waiting().get_chat_customer(GetChatCustomerRequest { chat_id: chat }).await.unwrap_err();
    assert_eq!(told(&colleague), gone);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_while_nobody_can_say_who_waits_they_are_listed_and_accepted_all_the_same() {
    let room = WaitingRoom::open().await;
    let (_, chat) = room.waiting().await;
    let liisa = room.liisa();
    assert_eq!(liisa.list().await.waiting[0].customer_name, "");
    let asked = GetChatCustomerRequest { chat_id: chat.clone() };
    assert_eq!(told(&liisa.waiting().get_chat_customer(asked).await.unwrap_err()), said(Code::Unavailable, "unavailable"));
    assert_eq!(liisa.accept_next().await.unwrap(), chat);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_who_it_was_is_told_for_a_day_after_the_chat_and_then_no_more() {
    let room = WaitingRoom::open_to_visitors().await;
    let chat = room.visitor().join(&room.queue).await.unwrap();
    let liisa = room.liisa();
    assert_eq!(liisa.accept_next().await.unwrap(), chat);
    end(&liisa.calls, &chat).await.unwrap();
    let card = async || liisa.waiting().get_chat_customer(GetChatCustomerRequest { chat_id: chat.clone() }).await;
    room.world.clock().advance(SignedDuration::from_hours(23));
    card().await.unwrap();
    room.world.clock().advance(SignedDuration::from_hours(1));
    assert_eq!(told(&card().await.unwrap_err()), said(Code::NotFound, "not_found"));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_nobody_is_put_back_where_nobody_is_served_any_more() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    let liisa = room.liisa();
    liisa.accept(&chat).await.unwrap();
    let mut queues = ChatQueueServiceClient::new(by(&room.world, Caller::ResponsibleUser));
    queues.archive_chat_queue(ArchiveChatQueueRequest { chat_queue_id: room.queue.clone() }).await.unwrap();
    assert_eq!(told(&liisa.give_back(&chat).await.unwrap_err()), said(Code::FailedPrecondition, "chat_queue_closed"));
    assert_eq!(aino.keep(&chat).await.unwrap().state(), ChatState::Active);
    room.end().await;
}
