//! The order of the log: what the relay's numbering promises, and the readings that look just as right and are not.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use chassis::{
    Pool, database,
    relay::Sequencer,
    store::CommandMeta,
    testkit::{TestEnvironment, begin_and_hold, eventually},
};
use chassis_domain::{PersonId, Uuid};
use futures::future::join_all;
use jiff::SignedDuration;
use sqlx::Row;

use crate::tally::{Command, Tally, TallyId, service};

/// Numbering as it must not be: the lock on the head and the look at what waits are one statement, with one snapshot, taken
/// before the lock was had.
const IN_ONE_STATEMENT: &str = "
    with head as (select position from log_head for update),
         waiting as (select seq, row_number() over (order by seq) as number from outbox where position is null),
         numbered as (update outbox o set position = head.position + waiting.number from waiting, head where o.seq = waiting.seq returning 1)
    update log_head set position = log_head.position + (select count(*) from numbered)";

/// Stream and version in the order of a query.
async fn read(pool: &Pool, order: &'static str) -> Vec<(String, i64)> {
    let rows = sqlx::query(order).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// Versions that do not follow the one before them in their stream.
fn disorder(order: &[(String, i64)]) -> usize {
    let mut last: HashMap<&str, i64> = HashMap::new();
    order.iter().filter(|(stream, version)| last.insert(stream, *version).unwrap_or_default() + 1 != *version).count()
}

async fn positions(pool: &Pool) -> Vec<i64> {
    sqlx::query_scalar("select position from outbox where position is not null order by position").fetch_all(pool).await.unwrap()
}

pub(crate) async fn waiting_for_locks(pool: &Pool, expected: i64) {
    eventually(|| async {
        let waiting: i64 =
            sqlx::query_scalar("select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
                .fetch_one(pool)
                .await
                .unwrap();
        (waiting >= expected).then_some(())
    })
    .await;
}

/// The lock of a leader went with its connection, and it does not know yet: two of them number at the same time. Both stand
/// before the locked head when it is let go.
async fn two_leaders(planted: bool) -> (Vec<i64>, i64) {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let mut gate = begin_and_hold(pool).await.unwrap();
    sqlx::query("select position from log_head for update").execute(&mut *gate).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    for _ in 0..5 {
        store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
    let leaders: Vec<_> = (0..2)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move {
                if planted {
                    sqlx::query(IN_ONE_STATEMENT).execute(&pool).await.unwrap();
                } else {
                    Sequencer::new(pool.apart().await.unwrap()).await.unwrap().number().await.unwrap();
                }
            })
        })
        .collect();
    waiting_for_locks(pool, 2).await;
    gate.commit().await.unwrap();
    for leader in leaders {
        leader.await.unwrap();
    }
    let head = sqlx::query_scalar("select position from log_head").fetch_one(pool).await.unwrap();
    let given = positions(pool).await;
    running.stop().await;
    environment.remove().await.unwrap();
    (given, head)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_leaders_at_once_give_every_event_one_position_for_ever() {
    assert_eq!(two_leaders(false).await, (vec![1, 2, 3, 4, 5], 5));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a planted fault, which proves the tests and not the product"]
async fn locking_and_looking_in_one_statement_numbers_again_what_was_numbered() {
    assert_ne!(two_leaders(true).await, (vec![1, 2, 3, 4, 5], 5), "the planted bug was not found");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_age_of_a_transaction_disorders_a_stream_and_positions_do_not() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let id = TallyId::from_uuid(Uuid::now_v7());
    let stream = format!("tally-{id}");
    // A transaction writes something, as ours do before they append, and is the older one from then on ..
    let mut older = begin_and_hold(pool).await.unwrap();
    sqlx::query("insert into inbox_cursor values ('test', 'test', 1)").execute(&mut *older).await.unwrap();
    // .. while a younger one appends the stream's first event and commits ..
    store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    // .. and only then does the older one append the second.
    sqlx::query("update event_streams set version = 2 where stream_id = $1").bind(&stream).execute(&mut *older).await.unwrap();
    sqlx::query(
        "with e as (insert into events (event_id, stream_id, version, event_type, schema, payload, meta, recorded_at)
                    select gen_random_uuid(), stream_id, 2, event_type, schema, payload, meta, recorded_at from events where stream_id = $1
                    returning seq, stream_id, version, event_id)
         insert into outbox (seq, stream_id, version, event_id) select seq, stream_id, version, event_id from e",
    )
    .bind(&stream)
    .execute(&mut *older)
    .await
    .unwrap();
    older.commit().await.unwrap();
    eventually(|| async { (positions(pool).await.len() == 2).then_some(()) }).await;
    let by_age = read(pool, "select stream_id, version from events order by xmin::text::bigint, seq").await;
    assert!(disorder(&by_age) > 0, "the planted bug was not found");
    let by_position = read(pool, "select stream_id, version from outbox order by position").await;
    assert_eq!(disorder(&by_position), 0);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_goes_back_disorders_what_goes_by_it_and_nothing_else() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let id = TallyId::from_uuid(Uuid::now_v7());
    for _ in 0..3 {
        store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
        environment.clock().advance(SignedDuration::from_hours(-1));
    }
    eventually(|| async { (positions(pool).await.len() == 3).then_some(()) }).await;
    let by_clock = read(pool, "select stream_id, version from events order by recorded_at").await;
    assert!(disorder(&by_clock) > 0, "the planted bug was not found");
    assert_eq!(disorder(&read(pool, "select stream_id, version from outbox order by position").await), 0);
    let loaded = store.load::<Tally>(id).await.unwrap();
    assert_eq!((loaded.version, loaded.state.sum), (3, 3));
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a planted fault, which proves the tests and not the product"]
async fn workers_who_skip_what_another_holds_publish_a_stream_out_of_order() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let id = TallyId::from_uuid(Uuid::now_v7());
    for _ in 0..2 {
        store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
    eventually(|| async { (positions(pool).await.len() == 2).then_some(()) }).await;
    let next = "select stream_id, version from outbox order by position limit 1 for update skip locked";
    let (mut slow, mut quick) = (database::begin(pool).await.unwrap(), database::begin(pool).await.unwrap());
    let held = sqlx::query(next).fetch_one(&mut *slow).await.unwrap();
    let taken = sqlx::query(next).fetch_one(&mut *quick).await.unwrap();
    let published: Vec<_> = [taken, held].iter().map(|row| (row.get(0), row.get(1))).collect();
    assert!(disorder(&published) > 0, "the planted bug was not found");
    quick.rollback().await.unwrap();
    slow.rollback().await.unwrap();
    running.stop().await;
    environment.remove().await.unwrap();
}

/// More commands than there are connections, all for persons never seen before and so for keys that are made at the same time: none fails.
/// How long they took.
async fn more_commands_than_connections() -> Duration {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let begun = Instant::now();
    let commands = (0..64).map(|_| {
        let store = running.kernel().store.clone();
        tokio::spawn(async move {
            let about = Command::NoteAbout(PersonId::from_uuid(Uuid::now_v7()));
            store.execute::<Tally>(TallyId::from_uuid(Uuid::now_v7()), about, CommandMeta::system(Uuid::now_v7())).await
        })
    });
    let outcomes: Vec<_> = join_all(commands).await.into_iter().map(Result::unwrap).collect();
    let failed: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    let took = begun.elapsed();
    assert!(failed.is_empty(), "{} of 64 failed after {took:?}: {:?}", failed.len(), failed.first());
    running.stop().await;
    environment.remove().await.unwrap();
    took
}

#[tokio::test(flavor = "multi_thread")]
async fn more_commands_than_connections_for_persons_never_seen_before_all_succeed() {
    more_commands_than_connections().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: holds the machine to seconds"]
async fn more_commands_than_connections_do_not_wait_for_one_another() {
    let took = more_commands_than_connections().await;
    assert!(took < Duration::from_secs(5), "they waited for one another's connections: {took:?}");
}
