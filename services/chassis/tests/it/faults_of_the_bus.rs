//! What goes wrong between the commit in one service and its effect in another: each test was red before its guard was there.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use chassis::{
    Pool, Tx,
    consumer::{Fact, Handler, HandlerError},
    telemetry::metrics,
    testkit::{TestEnvironment, begin_and_hold, eventually},
};
use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, StatelessPolicy, Timestamp, Unreadable, Uuid};
use jiff::SignedDuration;
use kajo_proto::identity::v1::SessionStarted;
use prost::Message;
use tokio::sync::Semaphore;

use crate::{
    lost_bus::{add, note_in_tx, noted},
    order::waiting_for_locks,
    own_bus::{Published, Source},
    relay::on_bus,
    tally::{TallyId, service},
};

const STARTED: &str = "kajo.identity.v1.SessionStarted";

fn started(id: Uuid, number: u64) -> Published {
    let payload = SessionStarted { session_id: id.to_string(), ..SessionStarted::default() }.encode_to_vec().into();
    Published { message: STARTED, aggregate: "session", id, number, payload }
}

async fn parked(pool: &Pool) -> Vec<u64> {
    chassis::consumer::parked(pool).await.unwrap().iter().map(|parked| parked.fact_no).collect()
}

/// Holds up whoever writes into a table, until it is committed.
async fn writers_held_up(pool: &Pool, table: &'static str) -> Tx<'static> {
    let mut gate = begin_and_hold(pool).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(format!("lock table {table} in share mode"))).execute(&mut *gate).await.unwrap();
    gate
}

/// Notes what it hears.
struct First;

impl Handler for First {
    const CONSUMER: &'static str = "first";
    const SOURCE: &'static str = "identity";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        note_in_tx(tx, fact).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_08_the_first_fact_of_a_stream_counts_once_though_two_processes_are_at_it() {
    let environment = TestEnvironment::start().await.unwrap();
    let one = environment.service(service().consume(First)).await.unwrap();
    let other = environment.service(service().consume(First)).await.unwrap();
    let (pool, id) = (one.kernel().pool.clone(), TallyId::from_uuid(Uuid::now_v7()));
    let gate = writers_held_up(&pool, "inbox_cursor").await;
    add(&one, id, 1).await;
    waiting_for_locks(&pool, 1).await;
    // One of the two is in the middle of it; through the new stream the other is handed it too.
    one.refill().await.unwrap();
    waiting_for_locks(&pool, 2).await;
    gate.commit().await.unwrap();
    add(&one, id, 1).await;
    eventually(|| async { noted(&pool, id.uuid()).await.contains(&2).then_some(()) }).await;
    assert_eq!(noted(&pool, id.uuid()).await, [1, 2]);
    one.stop().await;
    other.stop().await;
    environment.remove().await.unwrap();
}

/// Counts all sessions under one key.
struct CountsAll;

impl Policy for CountsAll {
    const NAME: &'static str = "counts_all";
    type Input = ();
    type State = u32;

    fn read(_: &str, _: Uuid, _: &[u8]) -> Result<Option<()>, Unreadable> {
        Ok(Some(()))
    }

    fn correlate((): &()) -> PolicyKey {
        PolicyKey("all".to_owned())
    }

    fn react(state: &mut u32, (): &(), _: Timestamp) -> Vec<Effect> {
        *state += 1;
        vec![]
    }

    fn encode(state: &u32) -> Vec<u8> {
        state.to_be_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<u32> {
        bytes.try_into().ok().map(u32::from_be_bytes)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_08_the_first_state_of_a_policy_is_not_written_over_by_another_process() {
    let environment = TestEnvironment::start().await.unwrap();
    // Two sources: one consumer for each, so that both are handed a fact at the same time.
    let (here, there) = (Source::new(&environment, "here").await, Source::new(&environment, "there").await);
    let running = environment.service(service().policy::<CountsAll>("here", "session").policy::<CountsAll>("there", "session")).await.unwrap();
    let pool = running.kernel().pool.clone();
    let gate = writers_held_up(&pool, "policy_state").await;
    here.publish(started(Uuid::now_v7(), 1)).await;
    there.publish(started(Uuid::now_v7(), 1)).await;
    waiting_for_locks(&pool, 2).await;
    gate.commit().await.unwrap();
    eventually(|| async {
        let cursors: i64 = sqlx::query_scalar("select count(*) from inbox_cursor where last_fact_no = 1").fetch_one(&pool).await.unwrap();
        (cursors == 2).then_some(())
    })
    .await;
    let state: Vec<u8> = sqlx::query_scalar("select state from policy_state where policy = 'counts_all'").fetch_one(&pool).await.unwrap();
    assert_eq!(CountsAll::decode(&state), Some(2));
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_09_a_policy_over_two_aggregates_of_one_source_hears_both() {
    let environment = TestEnvironment::start().await.unwrap();
    let source = Source::new(&environment, "elsewhere").await;
    let (first, second) = (Uuid::now_v7(), Uuid::now_v7());
    source.publish(started(first, 1)).await;
    source.publish(Published { aggregate: "account", ..started(second, 1) }).await;
    let counted = async |pool: &Pool| {
        eventually(|| async {
            let state: Option<Vec<u8>> =
                sqlx::query_scalar("select state from policy_state where policy = 'counts_all'").fetch_optional(pool).await.unwrap();
            let cursors: i64 = sqlx::query_scalar("select count(*) from inbox_cursor").fetch_one(pool).await.unwrap();
            state.and_then(|state| CountsAll::decode(&state)).filter(|state| i64::from(*state) == cursors)
        })
        .await
    };
    // A build that heard of sessions alone.
    let running = environment.service(service().policy::<CountsAll>("elsewhere", "session")).await.unwrap();
    assert_eq!(counted(&running.kernel().pool).await, 1);
    running.stop().await;
    // The next one goes on with the same durable, and hears of accounts from the first one on.
    let both = || service().policy::<CountsAll>("elsewhere", "session").policy::<CountsAll>("elsewhere", "account");
    let running = environment.service(both()).await.unwrap();
    let pool = running.kernel().pool.clone();
    eventually(|| async { (counted(&pool).await == 2).then_some(()) }).await;
    source.publish(Published { aggregate: "account", ..started(second, 2) }).await;
    source.publish(started(first, 2)).await;
    eventually(|| async {
        let last: Vec<i64> = sqlx::query_scalar("select last_fact_no from inbox_cursor").fetch_all(&pool).await.unwrap();
        (last == [2, 2]).then_some(())
    })
    .await;
    running.stop().await;
    environment.remove().await.unwrap();
}

/// Opens something for each session.
struct Opens;

impl StatelessPolicy for Opens {
    const NAME: &'static str = "opens";
    const FACT: &'static str = STARTED;
    const TO: CommandTarget = CommandTarget("open");
    type Fact = SessionStarted;

    fn key(fact: &SessionStarted) -> &str {
        &fact.session_id
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_10_a_known_fact_that_cannot_be_decoded_is_parked_and_an_unknown_one_is_counted() {
    let environment = TestEnvironment::start().await.unwrap();
    let source = Source::new(&environment, "elsewhere").await;
    let running = environment.service(service().policy::<Opens>("elsewhere", "session")).await.unwrap();
    let (pool, broken, newer) = (running.kernel().pool.clone(), Uuid::now_v7(), Uuid::now_v7());
    // A field of another wire type than the contract says.
    source.publish(Published { payload: Bytes::from_static(&[0x0d, 1, 2]), ..started(broken, 1) }).await;
    source.publish(Published { message: "kajo.identity.v1.OfALaterBuild", ..started(newer, 1) }).await;
    source.publish(started(newer, 2)).await;
    eventually(|| async {
        let effects: i64 = sqlx::query_scalar("select count(*) from due where target like 'effect %'").fetch_one(&pool).await.unwrap();
        (effects == 1).then_some(())
    })
    .await;
    assert!(metrics::render().lines().any(|line| line == "kajo_facts_unknown_total{service=\"identity\",kind=\"opens\"} 1"));
    let held = eventually(|| async { Some(parked(&pool).await).filter(|held| !held.is_empty()) }).await;
    assert_eq!(held, [1]);
    running.stop().await;
    environment.remove().await.unwrap();
}

/// Needs another service, which is away while told so. What is wrong stays wrong.
#[derive(Clone)]
struct Needs {
    away: Arc<AtomicBool>,
    calls: Arc<AtomicU32>,
}

impl Handler for Needs {
    const CONSUMER: &'static str = "needs";
    const SOURCE: &'static str = "elsewhere";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        if self.away.load(Ordering::SeqCst) {
            self.calls.fetch_add(1, Ordering::SeqCst);
            return Err(HandlerError::Retry("the other service is away".to_owned()));
        }
        note_in_tx(tx, fact).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_13_a_fact_that_waits_for_another_service_is_tried_for_minutes_and_not_parked() {
    let environment = TestEnvironment::start().await.unwrap();
    let source = Source::new(&environment, "elsewhere").await;
    let needs = Needs { away: Arc::new(AtomicBool::new(true)), calls: Arc::default() };
    let running = environment.service(service().consume(needs.clone())).await.unwrap();
    let (pool, id) = (running.kernel().pool.clone(), Uuid::now_v7());
    source.publish(started(id, 1)).await;
    source.publish(started(id, 2)).await;
    // Longer than the five tries of a second that there once were.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(parked(&pool).await.is_empty());
    assert!(needs.calls.load(Ordering::SeqCst) < 12, "the pauses do not grow");
    needs.away.store(false, Ordering::SeqCst);
    eventually(|| async { (noted(&pool, id).await == [1, 2]).then_some(()) }).await;
    // One that is away for longer is not waited for for ever.
    needs.away.store(true, Ordering::SeqCst);
    source.publish(started(id, 3)).await;
    let before = needs.calls.load(Ordering::SeqCst);
    eventually(|| async { (needs.calls.load(Ordering::SeqCst) >= before + 2).then_some(()) }).await;
    environment.clock().advance(SignedDuration::from_mins(20));
    let held = eventually(|| async { Some(parked(&pool).await).filter(|held| !held.is_empty()) }).await;
    assert_eq!(held, [3]);
    running.stop().await;
    environment.remove().await.unwrap();
}

/// Cannot apply anything until mended, and then only as far as it is let.
#[derive(Clone)]
struct Slowly {
    mended: Arc<AtomicBool>,
    entered: Arc<Semaphore>,
    let_go: Arc<Semaphore>,
}

impl Handler for Slowly {
    const CONSUMER: &'static str = "slowly";
    const SOURCE: &'static str = "elsewhere";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        if !self.mended.load(Ordering::SeqCst) {
            return Err(HandlerError::Park("not mended yet".to_owned()));
        }
        self.entered.add_permits(1);
        self.let_go.acquire_many(1).await.unwrap().forget();
        note_in_tx(tx, fact).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_13_a_live_fact_does_not_park_behind_the_last_one_that_is_driven_again() {
    let environment = TestEnvironment::start().await.unwrap();
    let source = Source::new(&environment, "elsewhere").await;
    let slowly = Slowly { mended: Arc::default(), entered: Arc::new(Semaphore::new(0)), let_go: Arc::new(Semaphore::new(0)) };
    let running = Arc::new(environment.service(service().consume(slowly.clone())).await.unwrap());
    let (pool, id) = (running.kernel().pool.clone(), Uuid::now_v7());
    source.publish(started(id, 1)).await;
    eventually(|| async { (parked(&pool).await == [1]).then_some(()) }).await;
    slowly.mended.store(true, Ordering::SeqCst);
    let redrive = tokio::spawn({
        let running = Arc::clone(&running);
        async move { running.redrive().await.unwrap() }
    });
    slowly.entered.acquire().await.unwrap().forget();
    // While the last parked fact is being applied, the next one comes.
    source.publish(started(id, 2)).await;
    eventually(|| async {
        let waits: i64 = sqlx::query_scalar("select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
            .fetch_one(&pool)
            .await
            .unwrap();
        (waits > 0 || parked(&pool).await.len() > 1).then_some(())
    })
    .await;
    slowly.let_go.add_permits(10);
    assert_eq!(redrive.await.unwrap(), 1);
    eventually(|| async { (noted(&pool, id).await == [1, 2]).then_some(()) }).await;
    assert!(parked(&pool).await.is_empty());
    Arc::into_inner(running).unwrap().stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_16_a_service_whose_name_begins_that_of_another_leaves_its_stream_alone() {
    let environment = TestEnvironment::start().await.unwrap();
    let named = |name| chassis::Service::new(name, &crate::tally::MIGRATOR).aggregate::<crate::tally::Tally>();
    let queue = environment.service(named("chat-queue")).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    add(&queue, id, 3).await;
    on_bus(&environment, 3).await;
    let chat = environment.service(named("chat")).await.unwrap();
    add(&chat, TallyId::from_uuid(Uuid::now_v7()), 1).await;
    on_bus(&environment, 4).await;
    // A stream that was removed would come again under another number.
    let incarnation: i64 = sqlx::query_scalar("select incarnation from log_head").fetch_one(&queue.kernel().pool).await.unwrap();
    let settings = &environment.environment().settings;
    let context = async_nats::jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
    assert!(context.get_stream(format!("{}_CHAT_QUEUE_1", settings.bus_prefix)).await.is_ok());
    assert_eq!(incarnation, 1);
    queue.stop().await;
    chat.stop().await;
    environment.remove().await.unwrap();
}
