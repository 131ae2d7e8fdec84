//! Those who vanish from a call, and calls whose chat is over.

use chassis::testkit::{
    Calls,
    refusals::{said, told},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::chat_queue::v1::{CallEnd, CallPresence, CallState, ChatCall, ChatState};
use tonic::Code;

use crate::{
    calling::{AINOS, LIISAS, Met, Talk, access, enter, hang_up, invite, keep, leave, send, shown},
    waiting_room::{WaitingRoom, end, read},
};

/// The service looks as often.
const SWEEP: SignedDuration = SignedDuration::from_secs(5);

/// Lets time pass, and the sweep look as it does. The seats of those who are there are heard of all the time.
async fn pass(room: &WaitingRoom, seconds: i64, call: &str, there: &[(&Calls, &str)]) {
    for _ in 0..seconds / SWEEP.as_secs() {
        for (by, seat) in there {
            keep(by, call, seat).await.unwrap();
        }
        room.world.clock().advance(SWEEP);
        room.world.job_has_run("calls").await;
    }
}

async fn open() -> WaitingRoom {
    let room = WaitingRoom::open().await;
    room.world.job_has_run("calls").await;
    room
}

/// Waits until the newest call of a chat is over.
async fn until_over(room: &WaitingRoom, by: &Calls, chat: &str) -> ChatCall {
    room.world.eventually(async || Some(shown(by, chat).await).filter(|call| call.state() == CallState::Ended)).await
}

async fn count(room: &WaitingRoom, rows: &'static str) -> i64 {
    sqlx::query_scalar(rows).fetch_one(&room.world.running.kernel().pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_who_is_not_heard_of_for_30_seconds_has_left_and_is_in_again_when_they_come_again() {
    let room = Box::pin(open()).await;
    let talk = Talk::begin(&room).await;
    let Met { call, .. } = talk.meet().await;
    let (aino, liisa) = (&talk.aino.calls, &talk.liisa.calls);
    pass(&room, 40, &call, &[(aino, AINOS), (liisa, LIISAS)]).await;
    pass(&room, 20, &call, &[(liisa, LIISAS)]).await;
    assert_eq!(shown(liisa, &talk.chat).await.customer(), CallPresence::In);
    pass(&room, 10, &call, &[(liisa, LIISAS)]).await;
    room.world.eventually(async || (shown(liisa, &talk.chat).await.customer() == CallPresence::Away).then_some(())).await;
    assert_eq!(keep(liisa, &call, LIISAS).await.unwrap().participants.len(), 1);
    let missed = keep(aino, &call, AINOS).await.unwrap();
    assert_eq!((missed.state(), missed.presence(), missed.elsewhere, missed.participants), (CallState::On, CallPresence::Away, false, vec![]));
    assert_eq!(told(&access(aino, &call).await.unwrap_err()), said(Code::FailedPrecondition, "call_not_admitted"));
    assert_eq!(enter(aino, &call, AINOS).await.unwrap(), CallPresence::In);
    assert_eq!(keep(liisa, &call, LIISAS).await.unwrap().participants.len(), 2);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_nobody_has_left_who_could_not_be_heard() {
    let room = Box::pin(open()).await;
    let talk = Talk::begin(&room).await;
    let Met { call, .. } = talk.meet().await;
    let (aino, liisa) = (&talk.aino.calls, &talk.liisa.calls);
    let both = [(aino, AINOS), (liisa, LIISAS)];
    pass(&room, 10, &call, &both).await;
    // The service was away.
    room.world.clock().advance(SignedDuration::from_mins(10));
    room.world.job_has_run("calls").await;
    for (by, seat) in both {
        assert_eq!(keep(by, &call, seat).await.unwrap().presence(), CallPresence::In);
    }
    pass(&room, 40, &call, &[(liisa, LIISAS)]).await;
    room.world.eventually(async || (shown(liisa, &talk.chat).await.customer() == CallPresence::Away).then_some(())).await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_a_call_in_which_nobody_is_for_two_minutes_is_over() {
    let room = Box::pin(open()).await;
    let talk = Talk::begin(&room).await;
    let liisa = &talk.liisa.calls;
    // Nobody has come, though it was accepted; and both have left.
    for met in [false, true] {
        if met {
            let Met { call, .. } = talk.meet().await;
            leave(&talk.aino.calls, &call, AINOS).await.unwrap();
            leave(liisa, &call, LIISAS).await.unwrap();
        } else {
            talk.accepted().await;
        }
        pass(&room, 115, "", &[]).await;
        assert_eq!(shown(liisa, &talk.chat).await.state(), CallState::On);
        pass(&room, 5, "", &[]).await;
        assert_eq!(until_over(&room, liisa, &talk.chat).await.end(), CallEnd::Left);
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_the_call_ends_with_its_chat_at_once() {
    let room = Box::pin(open()).await;
    // One side ends the chat.
    let talk = Talk::begin(&room).await;
    let Met { call, .. } = talk.meet().await;
    end(&talk.aino.calls, &talk.chat).await.unwrap();
    for (by, seat) in [(&talk.aino.calls, AINOS), (&talk.liisa.calls, LIISAS)] {
        assert_eq!(shown(by, &talk.chat).await.end(), CallEnd::ChatOver);
        let over = keep(by, &call, seat).await.unwrap();
        assert_eq!((over.state(), over.end(), over.participants), (CallState::Ended, CallEnd::ChatOver, vec![]));
        assert_eq!(told(&access(by, &call).await.unwrap_err()), said(Code::FailedPrecondition, "call_not_admitted"));
    }
    // They are put back into the line; whoever accepts them then invites anew.
    let talk = Talk::begin(&room).await;
    talk.meet().await;
    talk.liisa.give_back(&talk.chat).await.unwrap();
    assert_eq!(shown(&talk.aino.calls, &talk.chat).await.end(), CallEnd::ChatOver);
    let colleague = room.liisa();
    colleague.accept(&talk.chat).await.unwrap();
    let talk = Talk { liisa: colleague, ..talk };
    talk.meet().await;
    // An invitation that nobody has answered ends as well.
    let talk = Talk::begin(&room).await;
    invite(&talk.liisa.calls, &talk.chat).await.unwrap();
    end(&talk.liisa.calls, &talk.chat).await.unwrap();
    assert_eq!(shown(&talk.aino.calls, &talk.chat).await.end(), CallEnd::ChatOver);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_a_call_ends_when_a_colleague_takes_the_chat_over() {
    let room = Box::pin(open()).await;
    let talk = Talk::begin(&room).await;
    let Met { call, .. } = talk.meet().await;
    let aino = &talk.aino.calls;
    // The other page of hers that keeps her chats is gone. Who is in the call of a chat is there.
    let is_unattended = async || read(aino, &talk.chat, 0).await.unwrap().chat.unwrap().unattended;
    let step = SignedDuration::from_secs(15);
    for _ in 0..12 {
        room.world.clock().advance(step);
        room.world.job_has_run("line").await;
        for (by, seat) in [(aino, AINOS), (&talk.liisa.calls, LIISAS)] {
            keep(by, &call, seat).await.unwrap();
        }
        assert!(!is_unattended().await);
    }
    // Now that one is gone as well.
    for _ in 0..20 {
        room.world.clock().advance(step);
        room.world.job_has_run("line").await;
        keep(aino, &call, AINOS).await.unwrap();
        if is_unattended().await {
            break;
        }
    }
    assert_eq!(shown(aino, &talk.chat).await.state(), CallState::On);
    let colleague = room.liisa();
    colleague.take_over(&talk.chat).await.unwrap();
    let over = shown(aino, &talk.chat).await;
    assert_eq!((over.state(), over.end()), (CallState::Ended, CallEnd::ChatOver));
    assert_eq!(keep(&talk.liisa.calls, &call, LIISAS).await.unwrap().state(), CallState::Ended);
    let talk = Talk { liisa: colleague, ..talk };
    talk.meet().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_a_call_ends_whose_chat_has_ended_or_gone_to_another_one_without_it() {
    let room = Box::pin(open()).await;
    // As a build leaves it behind that knows nothing of calls.
    for left in ["update chats set state = 3 where chat_id = $1", "update chats set practitioner_id = chat_id where chat_id = $1"] {
        let talk = Talk::begin(&room).await;
        let Met { call, .. } = talk.meet().await;
        let both = [(&talk.aino.calls, AINOS), (&talk.liisa.calls, LIISAS)];
        pass(&room, 5, &call, &both).await;
        assert_eq!(shown(&talk.aino.calls, &talk.chat).await.state(), CallState::On);
        sqlx::query(left).bind(talk.chat.parse::<Uuid>().unwrap()).execute(&room.world.running.kernel().pool).await.unwrap();
        pass(&room, 5, &call, &both).await;
        assert_eq!(until_over(&room, &talk.aino.calls, &talk.chat).await.end(), CallEnd::ChatOver);
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_who_meets_in_a_call_need_write_nothing_for_the_chat_to_go_on() {
    let room = Box::pin(open()).await;
    room.world.job_has_run("line").await;
    let (talk, clock) = (Talk::begin(&room).await, room.world.clock());
    let Met { call, .. } = talk.meet().await;
    let aino = &talk.aino.calls;
    let chat = async || read(aino, &talk.chat, 0).await.unwrap().chat.unwrap();
    // Both are heard of all the time.
    let later = "update call_seats set seen_at = seen_at + interval '2 hours'";
    sqlx::query(later).execute(&room.world.running.kernel().pool).await.unwrap();
    for minutes in [31, 31] {
        clock.advance(SignedDuration::from_mins(minutes));
        room.world.job_has_run("line").await;
        assert_eq!(chat().await.state(), ChatState::Active);
    }
    hang_up(aino, &call).await.unwrap();
    clock.advance(SignedDuration::from_mins(29));
    room.world.job_has_run("line").await;
    assert_eq!(chat().await.state(), ChatState::Active);
    clock.advance(SignedDuration::from_mins(2));
    room.world.eventually(async || (chat().await.state() == ChatState::Ended).then_some(())).await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_after_a_crash_of_the_database_both_come_again_by_themselves() {
    let room = Box::pin(open()).await;
    let talk = Talk::begin(&room).await;
    let Met { call, liisa: organiser, .. } = talk.meet().await;
    let (aino, liisa) = (&talk.aino.calls, &talk.liisa.calls);
    sqlx::query("truncate call_seats, call_signals restart identity").execute(&room.world.running.kernel().pool).await.unwrap();
    for (by, seat) in [(aino, AINOS), (liisa, LIISAS)] {
        let missed = keep(by, &call, seat).await.unwrap();
        assert_eq!((missed.presence(), missed.elsewhere, missed.participants), (CallPresence::Away, false, vec![]));
        assert_eq!(enter(by, &call, seat).await.unwrap(), CallPresence::In);
    }
    send(aino, &call, AINOS, (&organiser, LIISAS), "offer", 1).await.unwrap();
    assert_eq!(keep(liisa, &call, LIISAS).await.unwrap().signals.len(), 1);
    // Who does not come again has left.
    sqlx::query("delete from call_seats").execute(&room.world.running.kernel().pool).await.unwrap();
    pass(&room, 5, "", &[]).await;
    room.world.eventually(async || (shown(aino, &talk.chat).await.practitioner() == CallPresence::Away).then_some(())).await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_signals_are_forgotten_within_two_minutes_and_seats_with_their_call() {
    let room = Box::pin(open()).await;
    let talk = Talk::begin(&room).await;
    let Met { call, liisa: organiser, .. } = talk.meet().await;
    let (aino, liisa) = (&talk.aino.calls, &talk.liisa.calls);
    let signals = async || count(&room, "select count(*) from call_signals").await;
    send(aino, &call, AINOS, (&organiser, LIISAS), "offer", 3).await.unwrap();
    let both = [(aino, AINOS), (liisa, LIISAS)];
    pass(&room, 100, &call, &both).await;
    assert_eq!(signals().await, 3);
    pass(&room, 15, &call, &both).await;
    room.world.eventually(async || (signals().await == 0).then_some(())).await;
    send(aino, &call, AINOS, (&organiser, LIISAS), "offer", 3).await.unwrap();
    hang_up(liisa, &call).await.unwrap();
    pass(&room, 5, "", &[]).await;
    let kept = "select (select count(*) from call_signals) + (select count(*) from call_seats)";
    room.world.eventually(async || (count(&room, kept).await == 0).then_some(())).await;
    room.end().await;
}
