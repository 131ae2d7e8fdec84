//! A database put back from a backup, while others have heard what it has forgotten.

use std::str::FromStr;

use chassis::{
    Pool, Service, Tx,
    consumer::{Fact, Handler, HandlerError},
    relay,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::Uuid;
use jiff::SignedDuration;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, postgres::PgConnectOptions};

use crate::{
    lost_bus::{add, note_in_tx, noted},
    tally::{MIGRATOR, TallyId, service},
};

/// Notes what another service publishes.
struct Heard;

impl Handler for Heard {
    const CONSUMER: &'static str = "heard";
    const SOURCE: &'static str = "identity";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        note_in_tx(tx, fact).await
    }
}

fn hearing() -> Service {
    Service::new("hearing", &MIGRATOR).consume(Heard)
}

async fn server(environment: &TestEnvironment) -> PgConnection {
    let options = PgConnectOptions::from_str(environment.environment().settings.postgres_url()).unwrap().database("postgres");
    PgConnection::connect_with(&options).await.unwrap()
}

/// Copies the database of a service that is stopped; `from` and `to` are what comes behind the prefix.
async fn copy(environment: &TestEnvironment, from: &str, to: &str) {
    let (mut server, prefix) = (server(environment).await, &environment.environment().settings.database_prefix);
    server.execute(AssertSqlSafe(format!("drop database if exists \"{prefix}{to}\" with (force)"))).await.unwrap();
    // Whoever was connected may take a moment to be gone.
    let end = format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{prefix}{from}'");
    server.execute(AssertSqlSafe(end)).await.unwrap();
    let copy = format!("create database \"{prefix}{to}\" template \"{prefix}{from}\"");
    for _ in 0..100 {
        if server.execute(AssertSqlSafe(copy.clone())).await.is_ok() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the database was not copied");
}

#[tokio::test(flavor = "multi_thread")]
async fn k_14_after_a_restore_of_the_source_new_facts_count_though_their_numbers_were_given_before() {
    let environment = TestEnvironment::start().await.unwrap();
    let source = environment.service(service()).await.unwrap();
    let hearing = environment.service(hearing()).await.unwrap();
    let (pool, one, other) = (hearing.kernel().pool.clone(), TallyId::from_uuid(Uuid::now_v7()), TallyId::from_uuid(Uuid::now_v7()));
    let heard = async |id: TallyId, expected: &[i64]| {
        eventually(|| async { (noted(&pool, id.uuid()).await.len() >= expected.len()).then_some(()) }).await;
        assert_eq!(noted(&pool, id.uuid()).await, expected);
    };
    add(&source, one, 3).await;
    add(&source, other, 2).await;
    heard(one, &[1, 2, 3]).await;
    heard(other, &[1, 2]).await;
    source.stop().await;
    copy(&environment, "identity", "yesterday").await;
    let source = environment.service(service()).await.unwrap();
    add(&source, one, 2).await;
    heard(one, &[1, 2, 3, 4, 5]).await;
    source.stop().await;
    copy(&environment, "yesterday", "identity").await;
    // Of the two last facts the source knows nothing any more. What it says from now on has their numbers.
    let source = environment.service(service()).await.unwrap();
    add(&source, one, 3).await;
    add(&source, other, 1).await;
    heard(other, &[1, 2, 3]).await;
    heard(one, &[1, 2, 3, 4, 5, 4, 5, 6]).await;
    // Filled again, nothing counts twice.
    source.refill().await.unwrap();
    add(&source, other, 1).await;
    heard(other, &[1, 2, 3, 4]).await;
    heard(one, &[1, 2, 3, 4, 5, 4, 5, 6]).await;
    source.stop().await;
    hearing.stop().await;
    environment.remove().await.unwrap();
}

/// A consumer whose database is put back to its third fact, while the bus knows that it has acknowledged the fifth; then comes the sixth.
async fn put_back_to_the_third_fact(told: bool) {
    let environment = TestEnvironment::start().await.unwrap();
    let source = environment.service(service()).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    let heard = async |pool: &Pool, last: i64| {
        eventually(|| async { (noted(pool, id.uuid()).await == (1..=last).collect::<Vec<_>>()).then_some(()) }).await;
    };
    let running = environment.service(hearing()).await.unwrap();
    add(&source, id, 3).await;
    heard(&running.kernel().pool, 3).await;
    running.stop().await;
    copy(&environment, "hearing", "yesterday").await;
    let running = environment.service(hearing()).await.unwrap();
    add(&source, id, 2).await;
    heard(&running.kernel().pool, 5).await;
    running.stop().await;
    copy(&environment, "yesterday", "hearing").await;
    if told {
        // The operator who put it back says so, before it is started.
        let settings = &environment.environment().settings;
        let pool = chassis::database::connect(settings.postgres_url(), &format!("{}hearing", settings.database_prefix)).await.unwrap();
        relay::begin_epoch(&pool).await.unwrap();
        pool.close().await;
    }
    let running = environment.service(hearing()).await.unwrap();
    if told {
        heard(&running.kernel().pool, 5).await;
    }
    add(&source, id, 1).await;
    if !told {
        // It waits; after a minute what was acknowledged is read again.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert_eq!(noted(&running.kernel().pool, id.uuid()).await, [1, 2, 3]);
        environment.clock().advance(SignedDuration::from_secs(61));
    }
    heard(&running.kernel().pool, 6).await;
    source.stop().await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_14_a_consumer_that_was_put_back_and_says_so_hears_again_what_it_has_forgotten() {
    put_back_to_the_third_fact(true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_02_a_consumer_that_was_put_back_unsaid_reads_from_the_beginning_once_a_fact_has_waited_for_a_minute() {
    put_back_to_the_third_fact(false).await;
}
