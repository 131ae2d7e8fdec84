//! A process that performs what is due ends in the middle, again and again: nothing is lost, nothing counts twice.

use std::{
    collections::BTreeSet,
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use chassis::{
    Pool,
    due::EffectError,
    testkit::{Process, TestEnvironment, eventually, tries},
};
use chassis_domain::{Timestamp, Uuid};
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use tokio::{sync::mpsc, time::timeout};

use crate::{
    killed::outside,
    tally::{Command, Tally, TallyId, service},
};

/// Aggregates that the effects are about.
const TALLIES: u64 = 10;
/// So many effects wait for each process: more than it comes to perform.
const EFFECTS: i64 = 40;

fn tally(number: u64) -> TallyId {
    TallyId::from_uuid(Uuid::from_u128(u128::from(number % TALLIES) + 1))
}

async fn left(pool: &Pool) -> i64 {
    sqlx::query_scalar("select count(*) from due where target = 'effect add' and state <> 'done'").fetch_one(pool).await.unwrap()
}

/// Puts effects; how many.
async fn top_up(pool: &Pool, now: Timestamp) -> i64 {
    let missing = EFFECTS - left(pool).await;
    let bodies: Vec<_> = (0..missing.unsigned_abs()).map(|number| tally(number).uuid().as_bytes().to_vec()).collect();
    sqlx::query(
        "insert into due (id, target, body, due_at, state, asked_at)
         select gen_random_uuid(), 'effect add', body, $2, 'waiting', $2 from unnest($1::bytea[]) as b (body)",
    )
    .bind(bodies)
    .bind(now.to_sqlx())
    .execute(pool)
    .await
    .unwrap();
    missing
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_a_process_that_ends_again_and_again_loses_nothing_and_does_nothing_twice() {
    let environment = TestEnvironment::start().await.unwrap();
    let calls = Arc::new(AtomicU64::new(0));
    let (dying, mut died) = mpsc::unbounded_channel();
    // A process dies at the call that takes its own count to nothing; at nothing it lives.
    let adding = |left_to_live: u64| {
        let (calls, left_to_live, dying) = (Arc::clone(&calls), Arc::new(AtomicU64::new(left_to_live)), dying.clone());
        service().executor("add", move |kernel, effect| {
            let call = calls.fetch_add(1, Ordering::SeqCst) + 1;
            let before = left_to_live.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
            let dies = (before == Ok(1)).then(|| dying.clone());
            let left_to_live = Arc::clone(&left_to_live);
            async move {
                if let Some(dying) = dies.as_ref().filter(|_| call.is_multiple_of(2)) {
                    // Before anything is done ..
                    let _ = dying.send(());
                    pending::<()>().await;
                }
                let id = TallyId::from_uuid(Uuid::from_slice(&effect.body).map_err(|error| EffectError::Failed(error.to_string()))?);
                let executed = kernel.store.execute::<Tally>(id, Command::Add(1), effect.meta()).await;
                if let Err(error) = executed {
                    // A call of the process before may have been faster: the next call dies in the place of this one.
                    left_to_live.fetch_add(u64::from(dies.is_some()), Ordering::SeqCst);
                    return Err(EffectError::Retry(error.to_string()));
                }
                if let Some(dying) = dies {
                    // .. or after it was done, and before that is noted.
                    let _ = dying.send(());
                    pending::<()>().await;
                }
                Ok(())
            }
        })
    };
    let process = Process::start(environment.environment(), adding(0)).await;
    let pool = outside(&environment).await;
    process.kill();
    let mut effects = 0;

    for kill in 0..tries(16, 200) as u64 {
        effects += top_up(&pool, environment.clock().now()).await;
        // The first call, the second .. the eighth, and over again.
        let process = Process::start(environment.environment(), adding(1 + kill % 8)).await;
        // What failed comes again after a pause, and what the process before has claimed while it ended after its lease.
        while timeout(Duration::from_secs(2), died.recv()).await.is_err() {
            environment.clock().advance(SignedDuration::from_secs(31));
        }
        process.kill();
        // What it had claimed is free for the next one.
        environment.clock().advance(SignedDuration::from_secs(31));
    }
    let last = Process::start(environment.environment(), adding(0)).await;
    eventually(|| async {
        environment.clock().advance(SignedDuration::from_secs(31));
        (left(&pool).await == 0).then_some(())
    })
    .await;
    let mut sums = 0;
    for id in (0..TALLIES).map(tally).collect::<BTreeSet<_>>() {
        sums += last.store().load::<Tally>(id).await.unwrap().state.sum;
    }
    assert_eq!(sums, effects, "each counts once");
    assert!(calls.load(Ordering::SeqCst) > effects as u64, "some were performed twice, and did not count twice");
    last.kill();
    pool.close().await;
    environment.remove().await.unwrap();
}
