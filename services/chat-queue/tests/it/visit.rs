//! Who is not signed in, and what becomes of their chats when they sign in.

use chassis::testkit::{
    Calls,
    refusals::{said, told},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    chat_queue::v1::{ChatQueueDetails, ChatServiceGetAudienceRequest, ChatState, GetChatCustomerRequest, chat_service_client::ChatServiceClient},
    options::v1::Domain,
};
use sqlx::AssertSqlSafe;
use tonic::Code;

use crate::{
    waiting_room::{Customer, WaitingRoom, end, read, write},
    world::{add, daily, named},
};

/// The texts of a chat, as somebody reads it.
async fn texts(who: &Calls, chat: &str) -> Vec<String> {
    read(who, chat, 0).await.unwrap().messages.into_iter().map(|message| message.text).collect()
}

/// How many rows of the access log there are of a kind.
async fn logged(room: &WaitingRoom, rows: &str) -> i64 {
    let asked = AssertSqlSafe(format!("select count(*) from access_log where {rows}"));
    sqlx::query_scalar(asked).fetch_one(&room.world.running.kernel().pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_a_visitor_waits_in_what_is_open_to_them_is_accepted_chats_and_reads_afterwards() {
    let room = WaitingRoom::open_to_visitors().await;
    let (visitor, other) = (room.visitor(), room.visitor());
    let hidden = add(&room.world, ChatQueueDetails { hours: daily("00:00", "24:00"), ..named("Tunnistetuille") }).await.unwrap();
    for queue in [hidden, Uuid::now_v7().to_string()] {
        assert_eq!(told(&visitor.join(&queue).await.unwrap_err()), said(Code::NotFound, "not_found"));
    }
    let first = other.join(&room.queue).await.unwrap();
    let chat = visitor.join(&room.queue).await.unwrap();
    assert_eq!((visitor.join(&room.queue).await.unwrap(), visitor.ahead(&chat).await), (chat.clone(), 1));
    other.leave(&first).await.unwrap();
    assert_eq!((visitor.ahead(&chat).await, visitor.mine().await.len(), other.mine().await.len()), (0, 1, 0));
    let visit = &visitor.context.person_id;
    let keys = ChatServiceClient::new(visitor.calls.clone()).get_audience(ChatServiceGetAudienceRequest {}).await.unwrap().into_inner().keys;
    assert_eq!(keys, [format!("line:{}", room.queue), format!("screen:{visit}:{visit}")]);

    let liisa = room.liisa();
    liisa.accept_next().await.unwrap();
    assert_eq!(write(&visitor.calls, &chat, "Hei").await.unwrap(), 1);
    assert_eq!(write(&liisa.calls, &chat, "Päivää").await.unwrap(), 2);
    end(&visitor.calls, &chat).await.unwrap();
    let shown = read(&visitor.calls, &chat, 0).await.unwrap();
    let head = shown.chat.unwrap();
    assert_eq!((head.state(), head.visitor, head.practitioner_name.as_str()), (ChatState::Ended, true, "Liisa Virtanen"));
    assert_eq!(shown.messages.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(), ["Hei", "Päivää"]);
    // What is done is logged, and of nobody.
    assert!(logged(&room, &format!("object_id = '{chat}'")).await > 0);
    assert_eq!(logged(&room, "object_kind = 'chat' and subject_id is not null").await, 0);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_professionals_see_the_ticket_of_a_visitor_and_no_name_and_nobody_is_asked_for_one() {
    let room = WaitingRoom::open_to_visitors().await;
    let (visitor, (_, resident)) = (room.visitor(), room.waiting().await);
    let chat = visitor.join(&room.queue).await.unwrap();
    let liisa = room.liisa();
    let waiting = liisa.list().await.waiting;
    let shown: Vec<_> = waiting.iter().map(|each| (each.chat_id.as_str(), each.visitor, each.ticket, each.customer_name.as_str())).collect();
    assert_eq!(shown, [(resident.as_str(), false, 1, ""), (&chat, true, 2, "")]);
    liisa.accept(&chat).await.unwrap();
    let own = liisa.list().await.own;
    assert_eq!((own[0].visitor, own[0].ticket, own[0].customer_name.as_str()), (true, 2, ""));
    // There is no identity here that could be asked: of a resident it is missed, of a visitor it is not.
    let card = async |chat: &str| liisa.waiting().get_chat_customer(GetChatCustomerRequest { chat_id: chat.to_owned() }).await;
    assert_eq!(told(&card(resident.as_str()).await.unwrap_err()), said(Code::Unavailable, "unavailable"));
    let shown = card(chat.as_str()).await.unwrap().into_inner().customer.unwrap();
    assert_eq!((shown.visitor, shown.ticket, shown.person_id.as_str(), shown.name.as_str()), (true, 2, "", ""));
    let visit = &visitor.context.person_id;
    assert_eq!(logged(&room, &format!("subject_id = '{visit}'")).await, 0);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_what_others_have_is_as_missing_for_a_visitor_as_what_there_is_not_and_the_other_way_about() {
    let room = WaitingRoom::open_to_visitors().await;
    let visitor = room.visitor();
    let (aino, of_aino) = room.waiting().await;
    let chat = visitor.join(&room.queue).await.unwrap();
    let liisa = room.liisa();
    for each in [&of_aino, &chat] {
        liisa.accept(each).await.unwrap();
    }
    let same_id = Customer::of_resident(&room.world, &visitor.context.person_id);
    let missing = Uuid::now_v7().to_string();
    let gone = said(Code::NotFound, "not_found");
    for (stranger, chat) in [(&room.visitor(), &chat), (&aino, &chat), (&same_id, &chat), (&visitor, &of_aino), (&visitor, &missing)] {
        assert_eq!(told(&stranger.keep(chat).await.unwrap_err()), gone);
        assert_eq!(told(&stranger.leave(chat).await.unwrap_err()), gone);
        assert_eq!(told(&read(&stranger.calls, chat, 0).await.unwrap_err()), gone);
        assert_eq!(told(&write(&stranger.calls, chat, "Hei").await.unwrap_err()), gone);
        assert_eq!(told(&end(&stranger.calls, chat).await.unwrap_err()), gone);
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_a_visitor_joins_five_times_an_hour_and_200_of_them_wait_in_a_line() {
    let room = WaitingRoom::open_to_visitors().await;
    let visitor = room.visitor();
    for _ in 0..5 {
        let chat = visitor.join(&room.queue).await.unwrap();
        visitor.leave(&chat).await.unwrap();
    }
    assert_eq!(told(&visitor.join(&room.queue).await.unwrap_err()), said(Code::FailedPrecondition, "chat_joins_too_many"));
    room.world.clock().advance(SignedDuration::from_hours(1));
    let chat = visitor.join(&room.queue).await.unwrap();

    for _ in 1..200 {
        room.visitor().join(&room.queue).await.unwrap();
    }
    let late = room.visitor();
    assert_eq!(told(&late.join(&room.queue).await.unwrap_err()), said(Code::FailedPrecondition, "chat_visitors_full"));
    // Who waits keeps the place, and residents join all the same.
    assert_eq!(visitor.join(&room.queue).await.unwrap(), chat);
    room.waiting().await;
    visitor.leave(&chat).await.unwrap();
    late.join(&room.queue).await.unwrap();
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_a_visitor_writes_30_messages_a_minute() {
    let room = WaitingRoom::open_to_visitors().await;
    let visitor = room.visitor();
    let chat = visitor.join(&room.queue).await.unwrap();
    let liisa = room.liisa();
    liisa.accept_next().await.unwrap();
    for number in 1..30 {
        assert_eq!(write(&visitor.calls, &chat, "Hei").await.unwrap(), number);
    }
    let last = visitor.calls.with_key(Uuid::now_v7());
    assert_eq!(write(&last, &chat, "Hei").await.unwrap(), 30);
    assert_eq!(told(&write(&visitor.calls, &chat, "Hei").await.unwrap_err()), said(Code::FailedPrecondition, "chat_messages_too_many"));
    // A retry of what has arrived is no further one, and the other side writes as it likes.
    assert_eq!(write(&last, &chat, "Hei").await.unwrap(), 30);
    assert_eq!(write(&liisa.calls, &chat, "Hetki").await.unwrap(), 31);
    room.world.clock().advance(SignedDuration::from_mins(1));
    assert_eq!(write(&visitor.calls, &chat, "Hei").await.unwrap(), 32);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_who_signs_in_has_the_same_places_and_chats_and_the_line_stands_as_it_stood() {
    let room = WaitingRoom::open_to_visitors().await;
    let elsewhere = ChatQueueDetails { visible_to_unidentified: true, hours: daily("00:00", "24:00"), ..named("Neuvola") };
    let elsewhere = add(&room.world, elsewhere).await.unwrap();
    let visitor = room.visitor();
    let place = visitor.join(&room.queue).await.unwrap();
    let (onni, behind) = room.waiting().await;
    room.world.clock().advance(SignedDuration::from_mins(1));
    let chat = visitor.join(&elsewhere).await.unwrap();
    let liisa = room.liisa();
    liisa.accept(&chat).await.unwrap();
    write(&visitor.calls, &chat, "Hei").await.unwrap();
    let before = visitor.keep(&place).await.unwrap().place.unwrap();

    let aino = room.signed_in(&visitor);
    assert_eq!(room.somebody().claim().await, [""; 0]);
    let eino = room.for_somebody(aino.context.person_id.parse().unwrap(), Domain::Health).who_visited(&room.world, &visitor);
    assert_eq!(eino.claim().await, [""; 0]);
    assert_eq!(aino.claim().await, [place.clone(), chat.clone()]);
    assert_eq!(aino.keep(&place).await.unwrap().place.unwrap(), before);
    assert_eq!((aino.mine().await.len(), visitor.mine().await.len(), onni.ahead(&behind).await), (2, 0, 1));
    assert_eq!(told(&visitor.keep(&place).await.unwrap_err()), said(Code::NotFound, "not_found"));
    let waiting = liisa.list().await.waiting;
    assert_eq!((waiting[0].chat_id.as_str(), waiting[0].visitor, waiting[0].ticket), (place.as_str(), false, before.ticket));

    // The chat goes on, and the first words are there still.
    write(&aino.calls, &chat, "Olen Aino").await.unwrap();
    write(&liisa.calls, &chat, "Päivää").await.unwrap();
    assert_eq!(texts(&aino.calls, &chat).await, ["Hei", "Olen Aino", "Päivää"]);
    assert!(!read(&aino.calls, &chat, 0).await.unwrap().chat.unwrap().visitor);
    // Another time there is nothing more, and for another person nothing at all.
    assert_eq!((aino.claim().await.len(), room.signed_in(&visitor).claim().await.len(), aino.mine().await.len()), (0, 0, 2));
    room.rebuilds_to_the_same().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_who_has_something_going_on_in_the_same_queue_keeps_it_and_what_is_over_stays_with_the_visit() {
    let room = WaitingRoom::open_to_visitors().await;
    let (visitor, liisa) = (room.visitor(), room.liisa());
    let over = visitor.join(&room.queue).await.unwrap();
    liisa.accept(&over).await.unwrap();
    end(&visitor.calls, &over).await.unwrap();
    let given_up = visitor.join(&room.queue).await.unwrap();
    visitor.leave(&given_up).await.unwrap();
    let place = visitor.join(&room.queue).await.unwrap();

    let aino = room.signed_in(&visitor);
    let own = aino.join(&room.queue).await.unwrap();
    assert_eq!(aino.claim().await, [""; 0]);
    let mine = aino.mine().await;
    assert_eq!((mine.len(), mine[0].chat_id.as_str(), visitor.ahead(&place).await), (1, own.as_str(), 0));
    assert_eq!(told(&read(&aino.calls, &over, 0).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!(read(&visitor.calls, &over, 0).await.unwrap().chat.unwrap().state(), ChatState::Ended);
    // Once that is over, the place of the visit may be had.
    aino.leave(&own).await.unwrap();
    assert_eq!(aino.claim().await, [place]);

    // A chat is nothing that one could have twice.
    let talks = room.visitor();
    let chat = talks.join(&room.queue).await.unwrap();
    liisa.accept(&chat).await.unwrap();
    let eino = room.signed_in(&talks);
    eino.join(&room.queue).await.unwrap();
    assert_eq!(eino.claim().await, [chat]);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_30_days_after_a_visit_its_texts_are_gone_and_what_somebody_has_taken_over_is_kept() {
    let room = WaitingRoom::open_to_visitors().await;
    let (world, liisa) = (&room.world, room.liisa());
    let chatting = async |visitor: &Customer| {
        let chat = visitor.join(&room.queue).await.unwrap();
        liisa.accept(&chat).await.unwrap();
        write(&visitor.calls, &chat, "Hei").await.unwrap();
        write(&liisa.calls, &chat, "Päivää").await.unwrap();
        chat
    };
    let (visitor, other) = (room.visitor(), room.visitor());
    let (chat, claimed) = (chatting(&visitor).await, chatting(&other).await);
    let aino = room.signed_in(&other);
    assert_eq!(aino.claim().await, std::slice::from_ref(&claimed));
    end(&visitor.calls, &chat).await.unwrap();
    end(&aino.calls, &claimed).await.unwrap();

    world.clock().advance(SignedDuration::from_hours(29 * 24));
    world.job_has_run("visits-over").await;
    assert_eq!(texts(&liisa.calls, &chat).await, ["Hei", "Päivää"]);
    world.clock().advance(SignedDuration::from_hours(24));
    world.job_has_run("visits-over").await;
    assert_eq!(texts(&liisa.calls, &chat).await, ["", ""]);
    assert_eq!(texts(&aino.calls, &claimed).await, ["Hei", "Päivää"]);
    let destroyed = async || {
        let asked = "select subject_id, destroyed_at::text from subject_keys where retention_class = 4 and destroyed_at is not null";
        sqlx::query_as::<_, (Uuid, String)>(asked).fetch_all(&world.running.kernel().pool).await.unwrap()
    };
    let once = destroyed().await;
    assert_eq!(once.iter().map(|(visit, _)| visit.to_string()).collect::<Vec<_>>(), std::slice::from_ref(&visitor.context.person_id));
    world.clock().advance(SignedDuration::from_hours(24));
    world.job_has_run("visits-over").await;
    assert_eq!(destroyed().await, once);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_30_days_after_a_visit_what_was_assessed_in_it_is_gone_unless_somebody_has_taken_its_chat_over() {
    let room = WaitingRoom::open_to_visitors().await;
    let (world, liisa) = (&room.world, room.liisa());
    // One never joins, one leaves without a word, and one signs in.
    let (alone, silent, other) = (room.visitor(), room.visitor(), room.visitor());
    for visitor in [&alone, &silent, &other] {
        room.assesses(visitor).await;
    }
    let place = silent.join(&room.queue).await.unwrap();
    silent.leave(&place).await.unwrap();
    let claimed = other.join(&room.queue).await.unwrap();
    liisa.accept(&claimed).await.unwrap();
    let aino = room.signed_in(&other);
    assert_eq!(aino.claim().await, std::slice::from_ref(&claimed));
    end(&aino.calls, &claimed).await.unwrap();

    let destroyed = async || {
        let asked = "select subject_id::text from subject_keys where retention_class = 4 and destroyed_at is not null order by 1";
        sqlx::query_scalar::<_, String>(asked).fetch_all(&world.running.kernel().pool).await.unwrap()
    };
    world.clock().advance(SignedDuration::from_hours(29 * 24));
    world.job_has_run("visits-over").await;
    assert_eq!(destroyed().await, [""; 0]);
    world.clock().advance(SignedDuration::from_hours(24));
    world.job_has_run("visits-over").await;
    let mut gone = [alone, silent].map(|visitor| visitor.context.person_id);
    gone.sort();
    assert_eq!(destroyed().await, gone);
    room.end().await;
}
