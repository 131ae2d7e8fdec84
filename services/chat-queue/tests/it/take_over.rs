//! A professional who vanishes from a chat, and the colleague who takes it over.

use chassis::testkit::{
    rebuilds_to_the_same,
    refusals::{said, told},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    chat_queue::v1::{ChatSide, ChatState},
    options::v1::Caller,
};
use tonic::Code;

use crate::{
    waiting_room::{Customer, Professional, WaitingRoom, end, read, write},
    world::{LOCATION, ROLE, by, close},
};

const VANISHED: SignedDuration = SignedDuration::from_secs(121);
const SWEEP: SignedDuration = SignedDuration::from_secs(31);

/// Somebody whom Liisa has accepted, and with whom the sweep has seen her.
async fn in_chat(room: &WaitingRoom) -> (Customer, Professional, String) {
    let (aino, chat) = room.waiting().await;
    let liisa = room.liisa();
    liisa.accept(&chat).await.unwrap();
    room.world.job_has_run("line").await;
    (aino, liisa, chat)
}

/// Lets time pass until the chat is unattended.
async fn vanished(room: &WaitingRoom, aino: &Customer, chat: &str) {
    room.world.clock().advance(VANISHED + SWEEP);
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
    close(by(&room.world, Caller::ResponsibleUser), &room.queue, "Tauko", None).await.unwrap();
    rebuilds_to_the_same(&room.world.running).await.unwrap();
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_whoever_says_every_minute_that_they_are_there_has_their_chats_and_who_comes_back_in_time_as_well() {
    let room = WaitingRoom::open().await;
    let (aino, liisa, chat) = in_chat(&room).await;
    write(&aino.calls, &chat, "Hei").await.unwrap();
    for _ in 0..3 {
        room.world.clock().advance(SignedDuration::from_secs(90));
        let own = liisa.keep().await;
        assert_eq!((own.len(), own[0].last_number, own[0].last_side()), (1, 1, ChatSide::Customer));
        room.world.job_has_run("line").await;
        assert!(!is_unattended(&aino, &chat).await);
    }
    vanished(&room, &aino, &chat).await;
    assert_eq!(liisa.keep().await.len(), 1);
    assert!(!is_unattended(&aino, &chat).await);
    assert_eq!(told(&room.liisa().take_over(&chat).await.unwrap_err()), said(Code::FailedPrecondition, "chat_attended"));
    assert_eq!(room.professional(ROLE, LOCATION).keep().await, []);
    room.end().await;
}
