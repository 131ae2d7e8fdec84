//! A professional who vanishes from a chat, and the colleague who takes it over.

use chassis::testkit::refusals::{said, told};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::chat_queue::v1::{ChatSide, ChatState, MarkChatRequest, SetChatTypingRequest, chat_service_client::ChatServiceClient};
use tonic::Code;

use crate::{
    waiting_room::{Customer, Professional, WaitingRoom, end, read, write},
    world::{LOCATION, ROLE},
};

const SWEEP: SignedDuration = SignedDuration::from_secs(30);

/// Lets time pass, and the sweep look twice a minute as it does.
async fn pass(room: &WaitingRoom, seconds: i64) {
    for _ in 0..seconds / SWEEP.as_secs() {
        room.world.clock().advance(SWEEP);
        room.world.job_has_run("line").await;
    }
}

/// Somebody whom Liisa has accepted, and with whom the sweep has seen her.
pub(crate) async fn in_chat(room: &WaitingRoom) -> (Customer, Professional, String) {
    let (aino, chat) = room.waiting().await;
    let liisa = room.liisa();
    liisa.accept(&chat).await.unwrap();
    room.world.job_has_run("line").await;
    (aino, liisa, chat)
}

/// Lets time pass until the chat is unattended.
pub(crate) async fn vanished(room: &WaitingRoom, aino: &Customer, chat: &str) {
    pass(room, 120).await;
    room.world.eventually(async || is_unattended(aino, chat).await.then_some(())).await;
}

async fn is_unattended(aino: &Customer, chat: &str) -> bool {
    read(&aino.calls, chat, 0).await.unwrap().chat.unwrap().unattended
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_whoever_vanishes_from_a_chat_is_told_of_and_one_colleague_takes_it_over() {
    let room = WaitingRoom::open().await;
    let (aino, liisa, chat) = in_chat(&room).await;
    write(&liisa.calls, &chat, "Hei").await.unwrap();
    let (anna, onni) = (room.liisa(), room.liisa());
    let elsewhere = room.professional(ROLE, Uuid::from_u128(99));
    assert_eq!(anna.list().await.unattended, []);
    assert_eq!(told(&anna.take_over(&chat).await.unwrap_err()), said(Code::FailedPrecondition, "chat_attended"));

    vanished(&room, &aino, &chat).await;
    let seen = anna.list().await.unattended;
    let one = &seen[0];
    assert_eq!((seen.len(), one.chat_id.as_str(), one.practitioner_name.as_str()), (1, chat.as_str(), "Liisa Virtanen"));
    assert!(one.unattended_at.is_some() && !one.visitor && one.ticket > 0);
    // For those who do not work through the queue there is none, and her own is no colleague's.
    assert_eq!((elsewhere.list().await.unattended, liisa.list().await.unattended), (vec![], vec![]));
    for stranger in [&elsewhere.take_over(&chat).await, &anna.take_over(&Uuid::now_v7().to_string()).await] {
        assert_eq!(stranger.as_ref().unwrap_err().code(), Code::NotFound);
    }
    assert_eq!(read(&anna.calls, &chat, 0).await.unwrap_err().code(), Code::NotFound);

    let (first, second) = tokio::join!(anna.take_over(&chat), onni.take_over(&chat));
    let (winner, loser, lost) = if first.is_ok() { (&anna, &onni, second) } else { (&onni, &anna, first) };
    assert_eq!(told(&lost.unwrap_err()), said(Code::FailedPrecondition, "chat_taken"));
    winner.take_over(&chat).await.unwrap();
    let shown = read(&winner.calls, &chat, 0).await.unwrap();
    let texts: Vec<_> = shown.messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!((shown.chat.unwrap().state(), texts), (ChatState::Active, vec!["Hei"]));
    write(&winner.calls, &chat, "Jatkan tasta").await.unwrap();
    for former in [&liisa, loser] {
        assert_eq!(write(&former.calls, &chat, "Hei").await.unwrap_err().code(), Code::NotFound);
    }
    assert_eq!((liisa.list().await.own, winner.list().await.own.len(), loser.list().await.unattended), (vec![], 1, vec![]));
    assert!(!is_unattended(&aino, &chat).await);
    end(&aino.calls, &chat).await.unwrap();
    assert_eq!(told(&loser.take_over(&chat).await.unwrap_err()), said(Code::FailedPrecondition, "chat_ended"));
    room.rebuilds_to_the_same().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_whoever_says_every_minute_that_they_are_there_has_their_chats_and_who_comes_back_in_time_as_well() {
    let room = WaitingRoom::open().await;
    let (aino, liisa, chat) = in_chat(&room).await;
    write(&aino.calls, &chat, "Hei").await.unwrap();
    for _ in 0..3 {
        let own = liisa.keep().await;
        assert_eq!((own.len(), own[0].last_number, own[0].last_side()), (1, 1, ChatSide::Customer));
        pass(&room, 90).await;
        assert!(!is_unattended(&aino, &chat).await);
    }
    vanished(&room, &aino, &chat).await;
    assert_eq!(liisa.keep().await.len(), 1);
    assert!(!is_unattended(&aino, &chat).await);
    assert_eq!(told(&room.liisa().take_over(&chat).await.unwrap_err()), said(Code::FailedPrecondition, "chat_attended"));
    assert_eq!(room.professional(ROLE, LOCATION).keep().await, []);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_whoever_types_reads_or_writes_in_a_chat_is_there() {
    let room = WaitingRoom::open().await;
    let (aino, liisa, chat) = in_chat(&room).await;
    write(&aino.calls, &chat, "Hei").await.unwrap();
    let mut chats = ChatServiceClient::new(liisa.calls.clone());
    for _ in 0..2 {
        vanished(&room, &aino, &chat).await;
        chats.set_chat_typing(SetChatTypingRequest { chat_id: chat.clone() }).await.unwrap();
        assert!(!is_unattended(&aino, &chat).await);
        pass(&room, 90).await;
        chats.mark_chat(MarkChatRequest { chat_id: chat.clone(), delivered_number: 1, seen_number: 1 }).await.unwrap();
        pass(&room, 90).await;
        write(&liisa.calls, &chat, "Hei").await.unwrap();
        pass(&room, 90).await;
        assert!(!is_unattended(&aino, &chat).await);
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_nobody_has_vanished_who_could_not_be_heard() {
    let room = WaitingRoom::open().await;
    let (aino, _, chat) = in_chat(&room).await;
    // The service was away.
    room.world.clock().advance(SignedDuration::from_mins(10));
    room.world.job_has_run("line").await;
    assert!(!is_unattended(&aino, &chat).await);
    vanished(&room, &aino, &chat).await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_whoever_takes_over_has_read_nothing_yet_and_the_chat_began_when_it_was_accepted() {
    let room = WaitingRoom::open().await;
    let (aino, liisa, chat) = in_chat(&room).await;
    write(&aino.calls, &chat, "Hei").await.unwrap();
    let mark = MarkChatRequest { chat_id: chat.clone(), delivered_number: 1, seen_number: 1 };
    ChatServiceClient::new(liisa.calls.clone()).mark_chat(mark).await.unwrap();
    let before = read(&aino.calls, &chat, 0).await.unwrap();
    assert_eq!((before.marks.len(), before.chat.as_ref().unwrap().taken_over_at), (1, None));
    vanished(&room, &aino, &chat).await;
    room.liisa().take_over(&chat).await.unwrap();
    let after = read(&aino.calls, &chat, 0).await.unwrap();
    let (before, chat) = (before.chat.unwrap(), after.chat.unwrap());
    assert_eq!((after.marks, chat.accepted_at), (vec![], before.accepted_at));
    assert!(chat.taken_over_at.is_some());
    room.end().await;
}
