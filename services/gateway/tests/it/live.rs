//! Live updates: what comes, what does not, and how a stream goes on after a break.

use std::{collections::VecDeque, sync::atomic::Ordering, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use chassis::testkit::eventually;
use gateway::{App, Heard, News, Pace, Whispered};
use http::Method;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use kajo_proto::{
    live::v1::{SubscribeRequest, Update, update::Update as Kind},
    options::v1::Caller,
};
use prost::Message;
use tokio::time::timeout;
use tonic::Status;

use crate::{
    browser::{Browser, decode, framed, frames, trailers_of},
    world::{PERSON, SESSION, World},
};

pub(crate) const SUBSCRIBE: &str = "/kajo.live.v1.LiveService/Subscribe";
/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A stream as a tab reads it.
pub(crate) struct Tab {
    body: Incoming,
    /// What came and is no whole group of base64 yet, and what is no whole frame yet.
    text: Vec<u8>,
    bytes: Vec<u8>,
    updates: VecDeque<Update>,
    status: Option<Status>,
}

impl Tab {
    async fn open(world: &World, cursor: &str) -> Self {
        let secret = world.session(Caller::Resident);
        Self::of(world.resident().signed_in(App::Resident, &secret), cursor).await
    }

    /// Of a browser, whoever sits at it.
    pub(crate) async fn of(browser: Browser, cursor: &str) -> Self {
        let browser = browser.with("content-type", "application/grpc-web-text");
        let body = STANDARD.encode(framed(&SubscribeRequest { cursor: cursor.to_owned() }));
        Self {
            body: browser.open(Method::POST, SUBSCRIBE, body.into()).await.into_body(),
            text: Vec::new(),
            bytes: Vec::new(),
            updates: VecDeque::new(),
            status: None,
        }
    }

    /// The next update; `None` when the stream has ended.
    async fn next(&mut self) -> Option<Update> {
        while self.updates.is_empty() && self.status.is_none() {
            let frame = timeout(PATIENCE, self.body.frame()).await.expect("nothing came")?.unwrap();
            self.text.extend_from_slice(frame.data_ref().unwrap());
            let whole: Vec<_> = self.text.drain(..self.text.len() / 4 * 4).collect();
            self.bytes.extend(decode(&whole));
            for (flag, bytes) in frames(&self.bytes) {
                self.bytes.drain(..bytes.len() + 5);
                if flag == 0 { self.updates.push_back(Update::decode(bytes.as_slice()).unwrap()) } else { self.status = Some(trailers_of(&bytes)) }
            }
        }
        self.updates.pop_front()
    }

    pub(crate) async fn kind(&mut self) -> Option<Kind> {
        self.next().await.map(|update| update.update.unwrap())
    }
}

pub(crate) fn fact(number: u64, key: &str) -> News {
    News::Fact(Heard {
        message: "kajo.conversations.v1.MessageWritten".to_owned(),
        aggregate_id: "0198c0de-0000-7000-8000-0000000000cc".to_owned(),
        fact_no: number,
        audience: vec![key.to_owned()],
        source: "conversations".to_owned(),
        incarnation: 1,
        stream_seq: number,
    })
}

fn session_fact(message: &str) -> News {
    News::Fact(Heard {
        message: format!("kajo.identity.v1.{message}"),
        aggregate_id: SESSION.to_owned(),
        fact_no: 1,
        audience: Vec::new(),
        source: "identity".to_owned(),
        incarnation: 1,
        stream_seq: 1,
    })
}

pub(crate) fn whisper(number: u8, key: &str) -> News {
    let message = "kajo.chat_queue.v1.LineMoved".to_owned();
    News::Whisper(Whispered { message, payload: Bytes::from(vec![number]), audience: vec![key.to_owned()] })
}

fn mine() -> String {
    format!("person:{PERSON}")
}

#[tokio::test]
async fn a_tab_that_begins_where_its_session_was_answered_hears_what_came_since_and_nothing_before() {
    let world = World::start().await;
    let mut earlier = Tab::open(&world, "").await;
    earlier.kind().await.unwrap();
    world.facts.unbounded_send(fact(1, &mine())).unwrap();
    earlier.kind().await.unwrap();
    let secret = world.session(Caller::Resident);
    let answer = world.resident().signed_in(App::Resident, &secret).get("/api/session").await;
    let cursor = answer.headers["x-kajo-live-cursor"].to_str().unwrap().to_owned();
    world.facts.unbounded_send(fact(2, &mine())).unwrap();
    let mut tab = Tab::open(&world, &cursor).await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    let Some(Kind::Changed(changed)) = tab.kind().await else { panic!("a change was expected") };
    assert_eq!(changed.fact_no, 2);
}

#[tokio::test]
async fn a_tab_is_told_of_its_own_facts_and_of_no_others() {
    let world = World::start().await;
    world.services.audience.lock().unwrap().push("queue:1".to_owned());
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    for (number, key) in [(1, mine()), (2, "person:other".to_owned()), (3, "queue:1".to_owned()), (4, "queue:2".to_owned()), (5, mine())] {
        world.facts.unbounded_send(fact(number, &key)).unwrap();
    }
    for expected in [1, 3, 5] {
        let Some(Kind::Changed(changed)) = tab.kind().await else { panic!("a change was expected") };
        assert_eq!((changed.fact_no, changed.fact.as_str(), changed.aggregate.as_str()), (expected, "MessageWritten", "conversation"));
    }
}

#[tokio::test]
async fn cha_04_a_whisper_reaches_the_tabs_with_its_key_behind_the_facts_before_it_and_no_others() {
    let world = World::start().await;
    let mut other = Tab::open(&world, "").await;
    assert!(matches!(other.kind().await, Some(Kind::Welcome(_))));
    world.services.audience.lock().unwrap().push("line:1".to_owned());
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    for news in [fact(1, &mine()), whisper(1, "line:1"), whisper(2, "line:2"), whisper(3, "line:1")] {
        world.facts.unbounded_send(news).unwrap();
    }
    let Some(Kind::Changed(changed)) = tab.kind().await else { panic!("a change was expected") };
    assert_eq!(changed.fact_no, 1);
    for expected in [1, 3] {
        let update = tab.next().await.unwrap();
        let Some(Kind::Whisper(whisper)) = update.update else { panic!("a whisper was expected") };
        assert_eq!((whisper.message.as_str(), whisper.payload.as_ref()), ("kajo.chat_queue.v1.LineMoved", [expected].as_slice()));
        assert_eq!(update.cursor, "", "nobody resumes behind a whisper");
    }
    world.facts.unbounded_send(fact(2, &mine())).unwrap();
    for expected in [1, 2] {
        let Some(Kind::Changed(changed)) = other.kind().await else { panic!("a change was expected, and no whisper") };
        assert_eq!(changed.fact_no, expected);
    }
}

#[tokio::test]
async fn cha_04_who_has_joined_a_line_hears_its_whispers_from_then_on() {
    let world = World::start().await;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    world.services.audience.lock().unwrap().push("line:1".to_owned());
    let joined = Heard {
        message: "kajo.chat_queue.v1.ChatJoined".to_owned(),
        aggregate_id: "0198c0de-0000-7000-8000-0000000000cc".to_owned(),
        fact_no: 1,
        audience: vec![mine()],
        source: "chat-queue".to_owned(),
        incarnation: 1,
        stream_seq: 1,
    };
    world.facts.unbounded_send(News::Fact(joined)).unwrap();
    world.facts.unbounded_send(whisper(1, "line:1")).unwrap();
    let Some(Kind::Changed(changed)) = tab.kind().await else { panic!("a change was expected") };
    assert_eq!((changed.aggregate.as_str(), changed.fact.as_str()), ("chat", "ChatJoined"));
    assert!(matches!(tab.kind().await, Some(Kind::Whisper(_))), "the audience was asked before it was told");
}

#[tokio::test]
async fn a_stream_goes_on_behind_its_cursor_with_nothing_missed_and_nothing_twice() {
    let world = World::start().await;
    let mut cursor = String::new();
    let mut seen = Vec::new();
    let mut sent = 0;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    for round in 0..20_u64 {
        for _ in 0..10 {
            sent += 1;
            world.facts.unbounded_send(fact(sent, &mine())).unwrap();
        }
        // Each time some were read, and some were on their way when the connection broke.
        for _ in 0..(round % 7) {
            let Some(update) = tab.next().await else { break };
            cursor.clone_from(&update.cursor);
            if let Some(Kind::Changed(changed)) = update.update {
                seen.push(changed.fact_no);
            }
        }
        if !cursor.is_empty() {
            tab = Tab::open(&world, &cursor).await;
            assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))), "the cursor still holds");
        }
    }
    while seen.len() < 200 {
        if let Some(Kind::Changed(changed)) = tab.kind().await {
            seen.push(changed.fact_no);
        }
    }
    assert_eq!(seen, (1..=200).collect::<Vec<_>>());
}

/// Waits until the gateway took every fact that was sent.
async fn taken(world: &World) {
    eventually(|| async { world.facts.is_empty().then_some(()) }).await;
}

#[tokio::test]
async fn a_cursor_of_another_life_or_too_far_behind_starts_anew() {
    let world = World::start().await;
    let mut tab = Tab::open(&world, "0123.7").await;
    assert!(matches!(tab.kind().await, Some(Kind::Reset(_))));
    let mut tab = Tab::open(&world, "").await;
    let cursor = tab.next().await.unwrap().cursor;
    for number in 1..=10_001 {
        world.facts.unbounded_send(fact(number, "person:other")).unwrap();
    }
    taken(&world).await;
    let mut tab = Tab::open(&world, &cursor).await;
    assert!(matches!(tab.kind().await, Some(Kind::Reset(_))));
}

#[tokio::test]
async fn a_tab_that_does_not_read_costs_a_reset_and_no_memory() {
    let world = World::start().await;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    // Far more than the connection and the ring hold together.
    for number in 1..=120_000 {
        world.facts.unbounded_send(fact(number, &mine())).unwrap();
    }
    taken(&world).await;
    let mut last = 0;
    loop {
        match tab.kind().await {
            Some(Kind::Changed(changed)) => {
                assert_eq!(changed.fact_no, last + 1, "no hole without a reset");
                last = changed.fact_no;
            }
            Some(Kind::Reset(_)) | None => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(last < 120_000, "the reader was left behind: {last}");
}

#[tokio::test]
async fn a_hole_on_the_bus_or_a_refilled_bus_is_a_reset() {
    let world = World::start().await;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    world.facts.unbounded_send(fact(1, &mine())).unwrap();
    assert!(matches!(tab.kind().await, Some(Kind::Changed(_))));
    world.facts.unbounded_send(fact(3, &mine())).unwrap();
    assert!(matches!(tab.kind().await, Some(Kind::Reset(_))));
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_does_not_prolong_it() {
    let pace = Pace { session: Duration::from_millis(100), ..Pace::default() };
    let world = World::with(pace).await;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    world.facts.unbounded_send(session_fact("SessionEnded")).unwrap();
    assert!(matches!(tab.kind().await, Some(Kind::SessionEnded(_))));
    assert!(tab.kind().await.is_none());

    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    // It runs out by itself: no fact tells of that.
    world.services.sessions.lock().unwrap().clear();
    assert!(matches!(tab.kind().await, Some(Kind::SessionEnded(_))));
    assert_eq!(world.services.touched.load(std::sync::atomic::Ordering::SeqCst), 0);
}

#[tokio::test]
async fn another_work_context_is_seen_at_once_with_other_eyes() {
    let world = World::start().await;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    world.services.audience.lock().unwrap().push("queue:9".to_owned());
    world.facts.unbounded_send(session_fact("WorkContextChosen")).unwrap();
    world.facts.unbounded_send(fact(1, "queue:9")).unwrap();
    assert!(matches!(tab.kind().await, Some(Kind::Reset(_))));
    assert!(matches!(tab.kind().await, Some(Kind::Changed(_))));
}

#[tokio::test]
async fn s_22_while_it_is_not_known_what_another_work_context_may_see_nothing_is_told() {
    let pace = Pace { session: Duration::from_millis(20), audience: Duration::from_millis(40), heartbeat: Duration::from_mins(1), ..Pace::default() };
    let world = World::with(pace).await;
    world.services.audience.lock().unwrap().push("queue:9".to_owned());
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    world.services.audience_away.store(true, Ordering::SeqCst);
    world.facts.unbounded_send(session_fact("WorkContextChosen")).unwrap();
    assert!(matches!(tab.kind().await, Some(Kind::Reset(_))));
    world.facts.unbounded_send(fact(1, "queue:9")).unwrap();
    world.facts.unbounded_send(fact(2, &mine())).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    // As soon as it is known, everything is fetched again.
    world.services.audience_away.store(false, Ordering::SeqCst);
    assert!(matches!(tab.kind().await, Some(Kind::Reset(_))), "neither of the two was told");
    world.facts.unbounded_send(fact(3, "queue:9")).unwrap();
    assert!(matches!(tab.kind().await, Some(Kind::Changed(_))));
}

#[tokio::test]
async fn a_silent_stream_beats_and_an_old_one_ends_well() {
    let pace = Pace { session: Duration::from_millis(20), heartbeat: Duration::from_millis(60), life: Duration::from_secs(4), ..Pace::default() };
    let world = World::with(pace).await;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    let mut beats = 0;
    while let Some(Kind::Heartbeat(_)) = tab.kind().await {
        beats += 1;
    }
    assert!(beats >= 2, "{beats}");
    assert_eq!(tab.status.unwrap().code(), tonic::Code::Ok);

    let pace = Pace { life_bytes: 1_000, ..Pace::default() };
    let world = World::with(pace).await;
    let mut tab = Tab::open(&world, "").await;
    for number in 1..=100 {
        world.facts.unbounded_send(fact(number, &mine())).unwrap();
    }
    let mut read = 0;
    while tab.kind().await.is_some() {
        read += 1;
    }
    assert!(read < 70, "{read}");
}

#[tokio::test]
async fn the_gateway_stops_in_peace_while_streams_are_open() {
    let mut world = World::start().await;
    let mut tab = Tab::open(&world, "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    timeout(PATIENCE, world.running.take().unwrap().stop()).await.expect("stops");
    assert!(tab.kind().await.is_none());
    assert_eq!(tab.status.unwrap().code(), tonic::Code::Ok);
}
