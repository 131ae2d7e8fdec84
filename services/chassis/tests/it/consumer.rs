//! Facts from the bus.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

use chassis::{
    Pool, Tx,
    consumer::{AnyHandler, ConsumerFaults, Fact, Handler, HandlerError},
    store::CommandMeta,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::Uuid;
use sqlx::Row;

use crate::tally::{Command, Tally, TallyId, service};

/// Writes down what it hears; fails for one aggregate while told to.
#[derive(Clone, Default)]
struct Hears {
    poisoned: Arc<std::sync::Mutex<Option<Uuid>>>,
    mended: Arc<AtomicBool>,
    calls: Arc<AtomicU32>,
}

impl Handler for Hears {
    const CONSUMER: &'static str = "hears";
    const SOURCE: &'static str = "identity";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let poisoned = *self.poisoned.lock().unwrap();
        if poisoned == Some(fact.aggregate_id) && fact.fact_no == 2 && !self.mended.load(Ordering::SeqCst) {
            return Err(HandlerError::Park("cannot be applied".to_owned()));
        }
        // Twice the same would break the key.
        sqlx::query("insert into heard (stream_id, fact_no) values ($1, $2)")
            .bind(fact.aggregate_id.to_string())
            .bind(i64::try_from(fact.fact_no).unwrap())
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

async fn heard(pool: &Pool, id: TallyId) -> Vec<i64> {
    let rows = sqlx::query("select fact_no from heard where stream_id = $1 order by fact_no").bind(id.to_string()).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_count_once_though_the_bus_is_refilled() {
    let environment = TestEnvironment::start().await.unwrap();
    let hears = Hears::default();
    let running = environment.service(service().consume(hears.clone())).await.unwrap();
    let (pool, id) = (running.kernel().pool.clone(), TallyId::from_uuid(Uuid::now_v7()));
    for _ in 0..20 {
        running.kernel().store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
    let all: Vec<i64> = (1..=20).collect();
    eventually(|| async { (heard(&pool, id).await == all).then_some(()) }).await;
    running.refill().await.unwrap();
    // New facts come through the new stream, and the old ones that come with them count no second time.
    running.kernel().store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    eventually(|| async { (heard(&pool, id).await.len() == 21).then_some(()) }).await;
    assert_eq!(hears.calls.load(Ordering::SeqCst), 21);
    let parked: i64 = sqlx::query_scalar("select count(*) from parked").fetch_one(&pool).await.unwrap();
    assert_eq!(parked, 0);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fact_that_cannot_be_applied_parks_its_own_aggregate_in_order_and_no_other() {
    let environment = TestEnvironment::start().await.unwrap();
    let hears = Hears::default();
    let (sick, well) = (TallyId::from_uuid(Uuid::now_v7()), TallyId::from_uuid(Uuid::now_v7()));
    *hears.poisoned.lock().unwrap() = Some(sick.uuid());
    let running = environment.service(service().consume(hears.clone())).await.unwrap();
    let pool = running.kernel().pool.clone();
    for _ in 0..5 {
        for id in [sick, well] {
            running.kernel().store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
        }
    }
    eventually(|| async { (heard(&pool, well).await == [1, 2, 3, 4, 5]).then_some(()) }).await;
    let parked = eventually(|| async {
        let parked = chassis::consumer::parked(&pool).await.unwrap();
        (parked.len() == 4).then_some(parked)
    })
    .await;
    assert_eq!(parked.iter().map(|parked| parked.fact_no).collect::<Vec<_>>(), [2, 3, 4, 5]);
    assert_eq!(heard(&pool, sick).await, [1]);
    hears.mended.store(true, Ordering::SeqCst);
    assert_eq!(running.redrive().await.unwrap(), 4);
    assert_eq!(heard(&pool, sick).await, [1, 2, 3, 4, 5]);
    running.stop().await;
    environment.remove().await.unwrap();
}

/// Notes the order in which facts count, and sends the first one of every aggregate away for as long as it is told to.
#[derive(Clone, Default)]
struct Notes {
    away: Away,
    sent_away: Arc<std::sync::Mutex<Vec<Uuid>>>,
}

/// How long the first fact of an aggregate is sent away.
#[derive(Clone, Copy, Default)]
enum Away {
    /// Once, which takes two calls: one in the batch, and one by itself.
    #[default]
    Once,
    /// Until the two behind it are noted: where they wait for it, that is never.
    UntilOthersAreNoted,
}

impl Handler for Notes {
    const CONSUMER: &'static str = "notes";
    const SOURCE: &'static str = "identity";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        if fact.fact_no == 1 && self.sends_away(tx, fact.aggregate_id).await? {
            return Err(HandlerError::Retry("not now".to_owned()));
        }
        sqlx::query("insert into noted (aggregate_id, fact_no) values ($1, $2)")
            .bind(fact.aggregate_id)
            .bind(i64::try_from(fact.fact_no).unwrap())
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

impl Notes {
    async fn sends_away(&self, tx: &mut Tx<'_>, id: Uuid) -> Result<bool, HandlerError> {
        let sends = match self.away {
            Away::Once => self.sent_away.lock().unwrap().iter().filter(|whose| **whose == id).count() < 2,
            Away::UntilOthersAreNoted => {
                let others: i64 = sqlx::query_scalar("select count(*) from noted where aggregate_id = $1").bind(id).fetch_one(&mut **tx).await?;
                others < 2
            }
        };
        if sends {
            self.sent_away.lock().unwrap().push(id);
        }
        Ok(sends)
    }
}

/// What counted for an aggregate, in that order: a call whose transaction was rolled back did not.
async fn noted(pool: &Pool, id: TallyId) -> Vec<i64> {
    let rows = sqlx::query("select fact_no from noted where aggregate_id = $1 order by position").bind(id.uuid()).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// The orders in which the three facts of some aggregates counted, when each first one is sent away and comes again later.
async fn first_of_three_is_sent_away(away: Away, faults: ConsumerFaults, rounds: usize) -> Vec<Vec<i64>> {
    let environment = TestEnvironment::start().await.unwrap();
    let notes = Notes { away, ..Notes::default() };
    let running = environment.service(service().consume(AnyHandler::new(notes.clone()).with_faults(faults))).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let mut orders = Vec::new();
    for _ in 0..rounds {
        let id = TallyId::from_uuid(Uuid::now_v7());
        let add = || store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7()));
        add().await.unwrap();
        eventually(|| async { notes.sent_away.lock().unwrap().contains(&id.uuid()).then_some(()) }).await;
        add().await.unwrap();
        add().await.unwrap();
        orders.push(eventually(|| async { Some(noted(pool, id).await).filter(|order| order.len() >= 3) }).await);
    }
    running.stop().await;
    environment.remove().await.unwrap();
    orders
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_and_third_fact_wait_for_a_first_one_that_was_sent_away() {
    assert_eq!(first_of_three_is_sent_away(Away::Once, ConsumerFaults::default(), 3).await, vec![vec![1, 2, 3]; 3]);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a planted fault, which proves the tests and not the product"]
async fn without_a_cursor_facts_overtake_one_that_was_sent_away() {
    let faults = ConsumerFaults { no_cursor: true, ..ConsumerFaults::default() };
    assert_eq!(first_of_three_is_sent_away(Away::UntilOthersAreNoted, faults, 1).await, vec![vec![2, 3, 1]]);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a planted fault, which proves the tests and not the product"]
async fn a_fact_that_is_skipped_alone_is_missing_and_those_behind_it_are_not() {
    let environment = TestEnvironment::start().await.unwrap();
    let hears = Hears::default();
    let sick = TallyId::from_uuid(Uuid::now_v7());
    *hears.poisoned.lock().unwrap() = Some(sick.uuid());
    let faults = ConsumerFaults { skip_failed: true, ..ConsumerFaults::default() };
    let running = environment.service(service().consume(AnyHandler::new(hears.clone()).with_faults(faults))).await.unwrap();
    for _ in 0..3 {
        running.kernel().store.execute::<Tally>(sick, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
    let pool = running.kernel().pool.clone();
    eventually(|| async { (heard(&pool, sick).await == [1, 3]).then_some(()) }).await;
    running.stop().await;
    environment.remove().await.unwrap();
}
