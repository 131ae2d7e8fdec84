//! Callers who go away in the middle of a command.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use chassis::{
    Pool, database,
    service::Running,
    store::{CommandMeta, EventStore, Faults},
    testkit::{TestEnvironment, eventually, tries},
};
use chassis_domain::Uuid;
use futures::{future::join_all, poll};
use sqlx::Row;
use tokio::{
    task::yield_now,
    time::{Instant, sleep, timeout},
};

use crate::tally::{Command, Tally, TallyId, service};

const CALLERS: usize = 16;
/// Nothing more comes to its end when nothing did for this long.
const STILL: Duration = Duration::from_secs(10);

/// What became of commands, by their keys: sums would let writes that nobody heard of hide those that were lost.
struct Found {
    begun: HashSet<Uuid>,
    acknowledged: HashSet<Uuid>,
    stored: HashMap<Uuid, i64>,
}

/// How long a caller waits, another time for each number (splitmix64): one in eight for as long as it takes, one in eight not
/// at all, the others for about as long as a call takes on an idle machine. So some are served and some go away however busy
/// the machine is.
fn patience(number: usize) -> Duration {
    let mut mixed = (number as u64).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    match number % 8 {
        0 => Duration::from_mins(5),
        1 => Duration::ZERO,
        _ => Duration::from_micros((mixed >> 33) % 10_000),
    }
}

async fn call_and_go_away(store: &EventStore, caller: usize, each: usize) -> (Vec<Uuid>, Vec<Uuid>) {
    let id = TallyId::from_uuid(Uuid::now_v7());
    let (mut begun, mut acknowledged) = (Vec::new(), Vec::new());
    for turn in 0..each {
        let key = Uuid::now_v7();
        begun.push(key);
        let call = store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(key));
        if let Ok(answer) = timeout(patience(caller * each + turn), call).await {
            answer.unwrap();
            acknowledged.push(key);
        }
    }
    (begun, acknowledged)
}

async fn count(pool: &Pool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.unwrap()
}

/// Waits until all that were begun are stored, or until nothing changes any more.
async fn come_to_an_end(pool: &Pool, begun: usize) {
    let (mut seen, mut since) = (-1, Instant::now());
    while since.elapsed() < STILL {
        let now = count(pool, "select count(*) from events").await;
        if usize::try_from(now).is_ok_and(|now| now >= begun) {
            return;
        }
        if now != seen {
            (seen, since) = (now, Instant::now());
        }
        sleep(Duration::from_millis(50)).await;
    }
}

async fn go_away(faults: Faults, each: usize) -> Found {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (running.kernel().store.clone().with_faults(faults), &running.kernel().pool);
    let callers = (0..CALLERS).map(|caller| {
        let store = store.clone();
        tokio::spawn(async move { call_and_go_away(&store, caller, each).await })
    });
    let (mut begun, mut acknowledged) = (HashSet::new(), HashSet::new());
    for caller in join_all(callers).await {
        let (own_begun, own_acknowledged) = caller.unwrap();
        begun.extend(own_begun);
        acknowledged.extend(own_acknowledged);
    }
    come_to_an_end(pool, begun.len()).await;
    let open = "select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'";
    eventually(|| async { (count(pool, open).await == 0).then_some(()) }).await;
    let rows = sqlx::query("select (meta->>'command')::uuid, count(*) from events group by 1").fetch_all(pool).await.unwrap();
    let stored = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    running.stop().await;
    environment.remove().await.unwrap();
    Found { begun, acknowledged, stored }
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_who_go_away_lose_nothing_and_leave_no_transaction_open() {
    let found = Box::pin(go_away(Faults::default(), tries(500, 10_000) / CALLERS)).await;
    println!("{} of {} were answered before they went away", found.acknowledged.len(), found.begun.len());
    assert!(found.acknowledged.len() < found.begun.len(), "nobody went away");
    let lost = found.acknowledged.iter().filter(|key| !found.stored.contains_key(key)).count();
    assert_eq!(lost, 0, "acknowledged and not there");
    assert!(found.stored.values().all(|times| *times == 1), "a command was stored twice");
    // Whoever began is served to the end, whether or not they wait for it.
    assert_eq!(found.stored.keys().copied().collect::<HashSet<_>>(), found.begun);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a planted fault that proves the test and waits for nothing to happen"]
async fn without_a_task_of_its_own_a_command_dies_with_its_caller_and_the_check_sees_it() {
    let found = Box::pin(go_away(Faults { attached: true, ..Faults::default() }, 40)).await;
    assert!(found.stored.len() < found.begun.len(), "the planted bug was not found");
}

/// Each is given up a little later than the one before: some before the connection is had, some while the server works, some after it.
const GIVEN_UP: i64 = 300;

/// A service, and connections to its database that are nobody else's.
async fn connected() -> (TestEnvironment, Running, Pool) {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let name: String = sqlx::query_scalar("select current_database()").fetch_one(&running.kernel().pool).await.unwrap();
    let pool = database::connect(environment.environment().settings.postgres_url(), &name).await.unwrap();
    (environment, running, pool)
}

/// Transactions that are given up while they begin, and after each of them another one on the same connection, which sees nothing of it:
/// how many had begun when they were given up.
async fn transactions_given_up() -> i64 {
    let (environment, running, pool) = connected().await;
    sqlx::query("create table written (turn bigint)").execute(&pool).await.unwrap();
    let mut begun = 0;
    for turn in 0..GIVEN_UP {
        let mut beginning = Box::pin(database::begin(&pool));
        for _ in 0..turn {
            if poll!(&mut beginning).is_ready() {
                begun += 1;
                break;
            }
            yield_now().await;
        }
        drop(beginning);
        // One after another they borrow the same connection.
        let mut next = database::begin(&pool).await.unwrap();
        let there: i64 = sqlx::query_scalar("select count(*) from written").fetch_one(&mut *next).await.unwrap();
        assert_eq!(there, turn, "another transaction is seen than was committed");
        sqlx::query("insert into written values ($1)").bind(turn).execute(&mut *next).await.unwrap();
        next.commit().await.unwrap();
        let seen = count(&running.kernel().pool, "select count(*) from written").await;
        assert_eq!(seen, turn + 1, "written into a transaction that nobody commits");
    }
    let open = "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
    eventually(|| async { (count(&running.kernel().pool, open).await == 0).then_some(()) }).await;
    pool.close().await;
    running.stop().await;
    environment.remove().await.unwrap();
    begun
}

#[tokio::test]
async fn a_transaction_that_nobody_waits_for_is_not_left_to_whoever_borrows_the_connection_next() {
    transactions_given_up().await;
}

#[tokio::test]
#[ignore = "long: how far a transaction gets is counted in turns of the scheduler"]
async fn some_transactions_had_begun_when_they_were_given_up_and_some_had_not() {
    let begun = transactions_given_up().await;
    assert!(begun > 0 && begun < GIVEN_UP, "{begun} of {GIVEN_UP} had begun when they were given up");
}

#[tokio::test]
async fn a_statement_that_nobody_waits_for_is_not_answered_to_whoever_borrows_the_connection_next() {
    let (environment, running, pool) = connected().await;
    let ask = |number: i64| sqlx::query_scalar::<_, i64>("select $1 from pg_sleep(0.0005)").bind(number).fetch_one(&pool);
    let mut given_up = 0;
    for turn in 0..GIVEN_UP {
        let mut asking = Box::pin(ask(-turn));
        let mut is_answered = false;
        for _ in 0..turn {
            is_answered = is_answered || poll!(&mut asking).is_ready();
            yield_now().await;
        }
        given_up += i64::from(!is_answered);
        drop(asking);
        assert_eq!(ask(turn).await.unwrap(), turn, "the answer to somebody else's statement");
    }
    assert!(given_up > 0, "nobody went away");
    pool.close().await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test]
async fn single_statements_one_after_another_are_all_run_by_the_connection_that_was_given_back_last() {
    let (environment, running, pool) = connected().await;
    let served_by = || async { sqlx::query_scalar::<_, i32>("select pg_backend_pid() from pg_sleep(0.01)").fetch_one(&pool).await.unwrap() };
    // Side by side they need several; after a refusal by the server the connection is as good as before.
    let side_by_side: HashSet<_> = join_all((0..4).map(|_| served_by())).await.into_iter().collect();
    assert_eq!(side_by_side.len(), 4);
    let last = served_by().await;
    for _ in 0..20 {
        assert_eq!(served_by().await, last);
        assert!(sqlx::query("select 1 / 0").execute(&pool).await.is_err());
    }
    // When the server ends the session nobody else is lent what is left of it.
    assert!(sqlx::query("select pg_terminate_backend(pg_backend_pid())").execute(&pool).await.is_err());
    assert_ne!(served_by().await, last);
    pool.close().await;
    assert!(matches!(sqlx::query("select 1").execute(&pool).await, Err(sqlx::Error::PoolClosed)));
    running.stop().await;
    environment.remove().await.unwrap();
}
