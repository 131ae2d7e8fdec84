//! A bus that is there and has lost some of what it held.

use async_nats::jetstream;
use bytes::Bytes;
use chassis::{
    Pool, Tx,
    consumer::{Fact, Handler, HandlerError},
    relay::RelayFaults,
    service::Running,
    store::CommandMeta,
    telemetry::metrics,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::Uuid;
use jiff::SignedDuration;

use crate::{
    own_bus::{OwnServer, Published, Source},
    relay::{disorder, on_bus},
    tally::{Command, Tally, TallyId, service},
};

/// Notes every fact that counts; one that counted twice would stand there twice.
struct NotesAll;

impl Handler for NotesAll {
    const CONSUMER: &'static str = "notes_all";
    const SOURCE: &'static str = "identity";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        note_in_tx(tx, fact).await
    }
}

pub(crate) async fn note_in_tx(tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
    sqlx::query("insert into noted (aggregate_id, fact_no) values ($1, $2)")
        .bind(fact.aggregate_id)
        .bind(i64::try_from(fact.fact_no).unwrap())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The numbers of what counted for an aggregate, in that order.
pub(crate) async fn noted(pool: &Pool, id: Uuid) -> Vec<i64> {
    sqlx::query_scalar("select fact_no from noted where aggregate_id = $1 order by position").bind(id).fetch_all(pool).await.unwrap()
}

pub(crate) async fn add(running: &Running, id: TallyId, times: usize) {
    for _ in 0..times {
        running.kernel().store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
}

/// Everything up to `last` counted once and in order, and stands on the bus once and in order.
async fn whole(environment: &TestEnvironment, running: &Running, id: TallyId, last: i64) {
    let (pool, all) = (running.kernel().pool.clone(), (1..=last).collect::<Vec<_>>());
    eventually(|| async { (noted(&pool, id.uuid()).await.len() >= all.len()).then_some(()) }).await;
    assert_eq!(noted(&pool, id.uuid()).await, all);
    let facts = on_bus(environment, all.len()).await;
    assert_eq!((facts.len(), disorder(&facts)), (all.len(), 0));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: kills a bus of its own"]
async fn k_02_a_bus_that_lost_its_tail_is_filled_again() {
    let mut server = OwnServer::start().await;
    let environment = server.environment().await;
    let running = environment.service(service().consume(NotesAll)).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    add(&running, id, 20).await;
    whole(&environment, &running, id, 20).await;
    server.lay_aside().await;
    add(&running, id, 20).await;
    whole(&environment, &running, id, 40).await;
    // The relay and the consumer stand while the bus comes back without what it was given last.
    server.put_back().await;
    whole(&environment, &running, id, 40).await;
    add(&running, id, 1).await;
    whole(&environment, &running, id, 41).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: kills a bus of its own"]
async fn k_02_a_bus_put_back_from_an_hour_ago_while_nobody_looked_is_filled_again() {
    let mut server = OwnServer::start().await;
    let environment = server.environment().await;
    let running = environment.service(service().consume(NotesAll)).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    add(&running, id, 10).await;
    whole(&environment, &running, id, 10).await;
    server.lay_aside().await;
    add(&running, id, 10).await;
    whole(&environment, &running, id, 20).await;
    running.stop().await;
    server.put_back().await;
    let running = environment.service(service().consume(NotesAll)).await.unwrap();
    add(&running, id, 1).await;
    whole(&environment, &running, id, 21).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_02_a_bus_that_was_purged_is_filled_again() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service().consume(NotesAll)).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    add(&running, id, 20).await;
    whole(&environment, &running, id, 20).await;
    let settings = &environment.environment().settings;
    let context = jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
    context.get_stream(format!("{}_IDENTITY_1", settings.bus_prefix)).await.unwrap().purge().await.unwrap();
    add(&running, id, 1).await;
    whole(&environment, &running, id, 21).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a planted fault, which proves the tests and not the product"]
async fn a_relay_that_trusts_the_bus_leaves_a_hole_in_it() {
    let environment = TestEnvironment::start().await.unwrap();
    let trusts = RelayFaults { trusts_the_bus: true, ..RelayFaults::default() };
    let running = environment.service(service().with_relay_faults(trusts)).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    add(&running, id, 20).await;
    on_bus(&environment, 20).await;
    let settings = &environment.environment().settings;
    let context = jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
    context.get_stream(format!("{}_IDENTITY_1", settings.bus_prefix)).await.unwrap().purge().await.unwrap();
    add(&running, id, 1).await;
    // Three times as long as it takes the other relay to notice.
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    assert_eq!(on_bus(&environment, 1).await, [(id.to_string(), 21)], "the planted bug was not found");
    running.stop().await;
    environment.remove().await.unwrap();
}

/// Hears a service that is not here.
struct Waits;

impl Handler for Waits {
    const CONSUMER: &'static str = "waits";
    const SOURCE: &'static str = "elsewhere";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        note_in_tx(tx, fact).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_02_a_fact_that_waits_longer_than_a_minute_for_an_earlier_one_is_told() {
    let environment = TestEnvironment::start().await.unwrap();
    let source = Source::new(&environment, "elsewhere").await;
    let running = environment.service(service().consume(Waits)).await.unwrap();
    let (pool, id) = (running.kernel().pool.clone(), Uuid::now_v7());
    let fact = |number| Published { message: "kajo.identity.v1.SessionStarted", aggregate: "session", id, number, payload: Bytes::new() };
    let told = || metrics::render().lines().any(|line| line == "kajo_facts_waiting_total{service=\"identity\",kind=\"waits\"} 1");
    source.publish(fact(2)).await;
    // It has come, and waits.
    let other = Uuid::now_v7();
    source.publish(Published { id: other, ..fact(1) }).await;
    eventually(|| async { (noted(&pool, other).await == [1]).then_some(()) }).await;
    environment.clock().advance(SignedDuration::from_secs(40));
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    assert!(!told(), "told before a minute had gone by");
    environment.clock().advance(SignedDuration::from_secs(40));
    eventually(|| async { told().then_some(()) }).await;
    source.publish(fact(1)).await;
    eventually(|| async { (noted(&pool, id).await == [1, 2]).then_some(()) }).await;
    running.stop().await;
    environment.remove().await.unwrap();
}
