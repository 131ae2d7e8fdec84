//! Read models that are built while other processes are at the same work, and on stores that have events already.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use chassis::{
    Pool, Tx,
    projection::{Folded, InStatement, Projection, ProjectionError, ReadModel},
    store::{CommandMeta, RawRecorded},
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{Aggregate, Uuid};
use sqlx::Row;
use tokio::sync::Semaphore;

use crate::tally::{Command, FoldedTallies, NetTallies, StatementTallies, Tallies, Tally, TallyId, service};

/// How long a session may idle inside a transaction, in the tests that show what comes of it.
const IDLE: Duration = Duration::from_secs(1);

/// A later build of the tallies, whose fold stands still until it is let go on.
#[derive(Clone)]
struct Gated {
    gate: Arc<Semaphore>,
    entered: Arc<AtomicUsize>,
}

impl Default for Gated {
    fn default() -> Self {
        Self { gate: Arc::new(Semaphore::new(0)), entered: Arc::default() }
    }
}

impl ReadModel for Gated {
    const NAME: &'static str = "tallies";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
}

impl Projection for Gated {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        self.entered.fetch_add(1, Ordering::SeqCst);
        let _through = self.gate.acquire_many(1).await;
        NetTallies.apply_in_tx(tx, event).await
    }
}

/// On a server that ends a session which idles in a transaction for [`IDLE`].
async fn impatient() -> TestEnvironment {
    let limit = format!("options[idle_in_transaction_session_timeout]={}ms", IDLE.as_millis());
    TestEnvironment::with(|mut settings| {
        settings.postgres_url = format!("{}?{limit}", settings.postgres_url()).into();
        settings
    })
    .await
    .unwrap()
}

async fn content(pool: &Pool) -> Vec<(i64, i64)> {
    let rows = sqlx::query("select sum, events from tallies order by tally_id").fetch_all(pool).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

async fn unfinished(pool: &Pool) -> i64 {
    sqlx::query_scalar("select count(*) from pg_namespace where nspname like 'building%' or nspname like 'retired%'").fetch_one(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn k_01_a_rebuild_of_a_minute_by_two_processes_ends_right() {
    let environment = impatient().await;
    let running = environment.service(service().inline(Tallies)).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    running.kernel().store.execute::<Tally>(id, Command::Add(5), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    eventually(|| async { (running.kernel().store.head().await.unwrap() == 1).then_some(()) }).await;
    running.stop().await;

    // Two processes of a later build start, and the first to build is slow: longer than any transaction may idle.
    let gated = Gated::default();
    let start = || environment.service(service().inline(gated.clone()));
    let releasing = async {
        eventually(|| async { (gated.entered.load(Ordering::SeqCst) > 0).then_some(()) }).await;
        tokio::time::sleep(IDLE * 2).await;
        let entered = gated.entered.load(Ordering::SeqCst);
        gated.gate.add_permits(Semaphore::MAX_PERMITS / 2);
        entered
    };
    let (one, other, entered) = tokio::join!(start(), start(), releasing);
    assert_eq!(entered, 1, "the second process began while the first one was at it");
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(content(&one.kernel().pool).await, [(5, 1)]);
    assert_eq!(gated.entered.load(Ordering::SeqCst), 1, "the second process found nothing left to do");
    assert_eq!(unfinished(&one.kernel().pool).await, 0);
    one.stop().await;
    other.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_01_two_operators_who_rebuild_one_read_model_at_once_take_turns() {
    let environment = impatient().await;
    let gated = Gated::default();
    gated.gate.add_permits(1);
    let running = environment.service(service().inline(gated.clone())).await.unwrap();
    let other = environment.service(service().inline(gated.clone())).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    running.kernel().store.execute::<Tally>(id, Command::Add(5), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    eventually(|| async { (running.kernel().store.head().await.unwrap() == 1).then_some(()) }).await;
    let before = gated.entered.load(Ordering::SeqCst);
    gated.gate.forget_permits(1);
    let releasing = async {
        eventually(|| async { (gated.entered.load(Ordering::SeqCst) > before).then_some(()) }).await;
        tokio::time::sleep(IDLE * 2).await;
        let entered = gated.entered.load(Ordering::SeqCst) - before;
        gated.gate.add_permits(Semaphore::MAX_PERMITS / 2);
        entered
    };
    let (first, second, entered) = tokio::join!(running.rebuild("tallies"), other.rebuild("tallies"), releasing);
    assert_eq!(entered, 1, "the second rebuild began while the first one was at it");
    first.unwrap();
    second.unwrap();
    assert_eq!(content(&running.kernel().pool).await, [(5, 1)]);
    assert_eq!(unfinished(&running.kernel().pool).await, 0);
    running.stop().await;
    other.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_06_a_read_model_added_to_a_store_with_events_is_filled_before_its_service_answers() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    for _ in 0..3 {
        running.kernel().store.execute::<Tally>(id, Command::Add(2), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
    // Whether or not the last events have their positions yet.
    running.stop().await;
    let running = environment.service(service().inline(Folded(FoldedTallies))).await.unwrap();
    assert_eq!(content(&running.kernel().pool).await, [(6, 3)], "the read model was not filled");
    running.kernel().store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(content(&running.kernel().pool).await, [(7, 4)]);
    running.stop().await;

    // The next start fills nothing again.
    let running = environment.service(service().inline(InStatement(StatementTallies))).await.unwrap();
    assert_eq!(content(&running.kernel().pool).await, [(7, 4)]);
    running.stop().await;
    environment.remove().await.unwrap();
}
