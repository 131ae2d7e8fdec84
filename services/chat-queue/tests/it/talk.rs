//! What the two sides of a chat let each other know beside messages, and what is said of it afterwards.

use async_nats::Subscriber;
use chassis::testkit::{
    Calls,
    refusals::{fields, said, told},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    chat_queue::v1::{
        ChatMark, ChatMarked, ChatRating, ChatSide, ChatTyping, LineMoved, MarkChatRequest, RateChatRequest, SetChatTypingRequest,
        chat_service_client::ChatServiceClient,
    },
    options::v1::Domain,
};
use tonic::{Code, Status};

use crate::{
    waiting_room::{Professional, WaitingRoom, end, read, write},
    whispers::{listen, next, to_professional, to_screen},
};

async fn typing(calls: &Calls, chat: &str) -> Result<(), Status> {
    ChatServiceClient::new(calls.clone()).set_chat_typing(SetChatTypingRequest { chat_id: chat.to_owned() }).await.map(drop)
}

async fn mark(calls: &Calls, chat: &str, delivered_number: u32, seen_number: u32) -> Result<(), Status> {
    let asked = MarkChatRequest { chat_id: chat.to_owned(), delivered_number, seen_number };
    ChatServiceClient::new(calls.clone()).mark_chat(asked).await.map(drop)
}

async fn rate(calls: &Calls, chat: &str, rating: ChatRating) -> Result<(), Status> {
    let asked = RateChatRequest { chat_id: chat.to_owned(), rating: rating.into() };
    ChatServiceClient::new(calls.clone()).rate_chat(asked).await.map(drop)
}

/// A line moves, which is heard behind everything that was whispered before.
async fn move_a_line(room: &WaitingRoom, liisa: &Professional) {
    let (_, another) = room.waiting().await;
    liisa.accept(&another).await.unwrap();
}

async fn hears_a_line_move(heard: &mut Subscriber) {
    assert_eq!(next::<LineMoved>(heard).await.0, "kajo.chat_queue.v1.LineMoved");
}

/// Rows of everything that lasts.
async fn stored(room: &WaitingRoom) -> i64 {
    let pool = &room.world.running.kernel().pool;
    let rows = "select (select count(*) from events) + (select count(*) from command_log) + (select count(*) from access_log)";
    sqlx::query_scalar(rows).fetch_one(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_that_somebody_writes_is_whispered_to_the_other_side_alone_and_stored_nowhere() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    let liisa = room.liisa();
    let mut heard = listen(&room).await;
    // Nobody is there yet to be told.
    typing(&aino.calls, &chat).await.unwrap();
    liisa.accept(&chat).await.unwrap();
    let before = stored(&room).await;
    typing(&aino.calls, &chat).await.unwrap();
    typing(&liisa.calls, &chat).await.unwrap();
    assert_eq!(stored(&room).await, before);
    end(&liisa.calls, &chat).await.unwrap();
    typing(&aino.calls, &chat).await.unwrap();
    typing(&liisa.calls, &chat).await.unwrap();
    move_a_line(&room, &liisa).await;

    hears_a_line_move(&mut heard).await;
    for (audience, side) in [(to_professional(&liisa), ChatSide::Customer), (to_screen(&aino), ChatSide::Practitioner)] {
        let whisper = ChatTyping { chat_id: chat.clone(), side: side.into() };
        assert_eq!(next::<ChatTyping>(&mut heard).await, ("kajo.chat_queue.v1.ChatTyping".to_owned(), audience, whisper));
    }
    hears_a_line_move(&mut heard).await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_how_far_each_side_has_read_only_rises_and_the_other_side_is_told() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    let (liisa, clock) = (room.liisa(), room.world.clock());
    // While they wait nothing is there to read.
    mark(&aino.calls, &chat, 1, 1).await.unwrap();
    liisa.accept(&chat).await.unwrap();
    for text in ["Hei", "Kurkku on kipeä."] {
        write(&aino.calls, &chat, text).await.unwrap();
    }
    assert!(read(&aino.calls, &chat, 0).await.unwrap().marks.is_empty());
    let mut heard = listen(&room).await;
    mark(&liisa.calls, &chat, 0, 0).await.unwrap();
    mark(&liisa.calls, &chat, 1, 0).await.unwrap();
    // Seen is no more than what has arrived, and nothing arrives that was not written.
    mark(&liisa.calls, &chat, 1, 2).await.unwrap();
    mark(&liisa.calls, &chat, 9, 1).await.unwrap();
    // Another page of hers is behind.
    for (delivered, seen) in [(1, 1), (2, 0), (2, 1), (9, 1), (0, 2)] {
        mark(&liisa.calls, &chat, delivered, seen).await.unwrap();
    }
    mark(&aino.calls, &chat, 2, 2).await.unwrap();
    move_a_line(&room, &liisa).await;

    let (of_aino, of_liisa) = (|numbers| mark_of(ChatSide::Customer, numbers), |numbers| mark_of(ChatSide::Practitioner, numbers));
    let (to_liisa, to_aino) = (to_professional(&liisa), to_screen(&aino));
    let expected = [(&to_aino, of_liisa((1, 0))), (&to_aino, of_liisa((1, 1))), (&to_aino, of_liisa((2, 1))), (&to_liisa, of_aino((2, 2)))];
    for (audience, mark) in expected {
        let whisper = ChatMarked { chat_id: chat.clone(), mark: Some(mark) };
        assert_eq!(next::<ChatMarked>(&mut heard).await, ("kajo.chat_queue.v1.ChatMarked".to_owned(), audience.clone(), whisper));
    }
    hears_a_line_move(&mut heard).await;
    let marks = [of_aino((2, 2)), of_liisa((2, 1))];
    for calls in [&aino.calls, &liisa.calls] {
        assert_eq!(read(calls, &chat, 2).await.unwrap().marks, marks);
    }

    // Whoever accepts them after they were put back has read nothing yet.
    liisa.give_back(&chat).await.unwrap();
    assert_eq!(read(&aino.calls, &chat, 2).await.unwrap().marks, [of_aino((2, 2))]);
    liisa.accept(&chat).await.unwrap();
    mark(&liisa.calls, &chat, 2, 1).await.unwrap();

    // Once it is over it stays as it is, for half an hour.
    end(&aino.calls, &chat).await.unwrap();
    mark(&liisa.calls, &chat, 2, 2).await.unwrap();
    clock.advance(SignedDuration::from_mins(29));
    room.world.job_has_run("line").await;
    assert_eq!(read(&aino.calls, &chat, 2).await.unwrap().marks, marks);
    clock.advance(SignedDuration::from_mins(2));
    room.world.eventually(async || read(&aino.calls, &chat, 2).await.unwrap().marks.is_empty().then_some(())).await;
    room.end().await;
}

fn mark_of(side: ChatSide, (delivered_number, seen_number): (u32, u32)) -> ChatMark {
    ChatMark { side: side.into(), delivered_number, seen_number }
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_06_in_a_chat_of_others_nobody_says_anything() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    let liisa = room.liisa();
    liisa.accept(&chat).await.unwrap();
    write(&aino.calls, &chat, "Hei").await.unwrap();
    let representative = room.for_somebody(aino.context.person_id.parse().unwrap(), Domain::Health);
    let gone = said(Code::NotFound, "not_found");
    let missing = Uuid::now_v7().to_string();
    for stranger in [room.somebody().calls, representative.calls] {
        for chat in [&chat, &missing] {
            assert_eq!(told(&typing(&stranger, chat).await.unwrap_err()), gone);
            assert_eq!(told(&mark(&stranger, chat, 1, 1).await.unwrap_err()), gone);
            assert_eq!(told(&rate(&stranger, chat, ChatRating::Good).await.unwrap_err()), gone);
        }
    }
    // Nor does a colleague, or who may accept somebody before they have.
    let (_, waiting) = room.waiting().await;
    for chat in [&chat, &waiting, &missing] {
        let colleague = room.liisa().calls;
        assert_eq!(told(&typing(&colleague, chat).await.unwrap_err()), gone);
        assert_eq!(told(&mark(&colleague, chat, 1, 1).await.unwrap_err()), gone);
    }
    assert!(read(&aino.calls, &chat, 0).await.unwrap().marks.is_empty());
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_08_who_joined_says_once_how_it_was_when_it_is_over_and_the_professional_is_not_told() {
    let room = WaitingRoom::open().await;
    let (aino, chat) = room.waiting().await;
    let liisa = room.liisa();
    let not_over = said(Code::FailedPrecondition, "chat_not_over");
    assert_eq!(told(&rate(&aino.calls, &chat, ChatRating::Good).await.unwrap_err()), not_over);
    liisa.accept(&chat).await.unwrap();
    assert_eq!(told(&rate(&aino.calls, &chat, ChatRating::Good).await.unwrap_err()), not_over);
    end(&liisa.calls, &chat).await.unwrap();
    let undefined = rate(&aino.calls, &chat, ChatRating::Unspecified).await.unwrap_err();
    assert_eq!((undefined.code(), fields(&undefined)), (Code::InvalidArgument, vec![("rating".to_owned(), "undefined".to_owned())]));
    assert_eq!(rate(&liisa.calls, &chat, ChatRating::Good).await.unwrap_err().code(), Code::PermissionDenied);

    let rated = async |calls: &Calls| read(calls, &chat, 0).await.unwrap().chat.unwrap().rating();
    assert_eq!(rated(&aino.calls).await, ChatRating::Unspecified);
    rate(&aino.calls, &chat, ChatRating::Poor).await.unwrap();
    rate(&aino.calls, &chat, ChatRating::Poor).await.unwrap();
    let another = rate(&aino.calls, &chat, ChatRating::Good).await.unwrap_err();
    assert_eq!(told(&another), said(Code::FailedPrecondition, "chat_rated"));
    assert_eq!((rated(&aino.calls).await, rated(&liisa.calls).await), (ChatRating::Poor, ChatRating::Unspecified));
    let pool = &room.world.running.kernel().pool;
    let events: i64 = sqlx::query_scalar("select count(*) from events where event_type = 'chat.rated'").fetch_one(pool).await.unwrap();
    assert_eq!(events, 1);

    // Who has left the line has not chatted.
    let (eino, left) = room.waiting().await;
    eino.leave(&left).await.unwrap();
    assert_eq!(told(&rate(&eino.calls, &left, ChatRating::Poor).await.unwrap_err()), not_over);
    room.rebuilds_to_the_same().await;
    room.end().await;
}
