//! Positions and the bus.

use std::collections::HashMap;

use async_nats::jetstream::{self, consumer::DeliverPolicy};
use chassis::{
    Pool, database,
    relay::RelayFaults,
    service::Running,
    store::CommandMeta,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::Uuid;
use futures::{StreamExt, future::join_all};
use sqlx::Row;

use crate::tally::{Command, Tally, TallyId, service};

/// Writers on streams of their own and on one that they share.
async fn write(running: &Running, writers: usize, each: usize) -> Vec<TallyId> {
    let shared = TallyId::from_uuid(Uuid::now_v7());
    let tasks = (0..writers).map(|_| {
        let store = running.kernel().store.clone();
        tokio::spawn(async move {
            let own = TallyId::from_uuid(Uuid::now_v7());
            for turn in 0..each {
                let id = if turn % 3 == 0 { shared } else { own };
                store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
            }
            own
        })
    });
    let mut ids: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    ids.push(shared);
    ids
}

async fn all_numbered(pool: &Pool, expected: i64) {
    eventually(|| async {
        let numbered: i64 = sqlx::query_scalar("select count(*) from outbox where position is not null").fetch_one(pool).await.unwrap();
        (numbered == expected).then_some(())
    })
    .await;
}

/// Facts on the bus as stream id and fact number, in the order of the bus.
pub(crate) async fn on_bus(environment: &TestEnvironment, expected: usize) -> Vec<(String, u64)> {
    eventually(|| async {
        let facts = read_bus(environment).await;
        (facts.len() >= expected).then_some(facts)
    })
    .await
}

async fn read_bus(environment: &TestEnvironment) -> Vec<(String, u64)> {
    let settings = &environment.environment().settings;
    let context = jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
    let names: Vec<_> = context.stream_names().collect().await;
    let mut facts = Vec::new();
    for name in names.into_iter().map(Result::unwrap).filter(|name| name.starts_with(&settings.bus_prefix)) {
        // One that is being replaced may go at any moment; whoever reads looks again.
        let read = tokio::time::timeout(std::time::Duration::from_secs(5), read_stream(&context, &name)).await;
        facts.extend(read.ok().flatten().unwrap_or_default());
    }
    facts
}

/// The facts of one stream; `None` when it is not there any more.
async fn read_stream(context: &jetstream::Context, name: &str) -> Option<Vec<(String, u64)>> {
    let mut stream = context.get_stream(name).await.ok()?;
    let messages = stream.info().await.ok()?.state.messages;
    let config = jetstream::consumer::pull::OrderedConfig { deliver_policy: DeliverPolicy::All, ..Default::default() };
    let mut all = stream.create_consumer(config).await.ok()?.messages().await.ok()?;
    let mut facts = Vec::new();
    for _ in 0..messages {
        let message = all.next().await?.ok()?;
        let header = |name: &str| message.headers.as_ref().unwrap().get(name).unwrap().to_string();
        facts.push((header("ce-subject"), header("kajo-fact-no").parse().unwrap()));
    }
    Some(facts)
}

/// What is wrong with an order: a number that does not follow the one before it in its stream.
pub(crate) fn disorder(facts: &[(String, u64)]) -> usize {
    let mut last: HashMap<&str, u64> = HashMap::new();
    facts.iter().filter(|(stream, number)| last.insert(stream, *number).unwrap_or_default() + 1 != *number).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_dense_and_in_order_in_every_stream_with_eight_writers() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let pool = &running.kernel().pool;
    write(&running, 8, 60).await;
    all_numbered(pool, 480).await;
    let rows = sqlx::query("select stream_id, version, position from outbox order by position").fetch_all(pool).await.unwrap();
    let order: Vec<_> = rows.iter().map(|row| (row.get::<String, _>(0), row.get::<i64, _>(1) as u64)).collect();
    let positions: Vec<i64> = rows.iter().map(|row| row.get(2)).collect();
    assert_eq!(positions, (1..=480).collect::<Vec<_>>());
    assert_eq!(disorder(&order), 0);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_by_sequence_alone_skips_what_commits_late_and_the_reader_by_position_does_not() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    // A transaction draws its sequence number and stays open ..
    let mut late = database::begin(pool).await.unwrap();
    sqlx::query(
        "with s as (insert into event_streams values ('tally-00000000-0000-7000-8000-000000000001', 'tally', 1, 0, now())),
              e as (insert into events (event_id, stream_id, version, event_type, schema, payload, meta, recorded_at)
                    values (gen_random_uuid(), 'tally-00000000-0000-7000-8000-000000000001', 1, 'tally.added', 1, '\\x0a0131',
                            jsonb_build_object('actor', 'system', 'command', gen_random_uuid()), now()) returning seq, stream_id, version, event_id)
         insert into outbox (seq, stream_id, version, event_id) select seq, stream_id, version, event_id from e",
    )
    .execute(&mut *late)
    .await
    .unwrap();
    // .. while another one draws the next and commits.
    let id = TallyId::from_uuid(Uuid::now_v7());
    store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    let bare_mark: i64 = sqlx::query_scalar("select max(seq) from events").fetch_one(pool).await.unwrap();
    all_numbered(pool, 1).await;
    let seen = store.read_log(0, 100).await.unwrap();
    let reached = seen.last().unwrap().position.unwrap();
    late.commit().await.unwrap();
    all_numbered(pool, 2).await;
    // The planted bug: a mark over the sequence never sees the late one.
    let skipped: i64 = sqlx::query_scalar("select count(*) from events where seq > $1").bind(bare_mark).fetch_one(pool).await.unwrap();
    assert_eq!(skipped, 0);
    assert_eq!(store.read_log(reached, 100).await.unwrap().len(), 1);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fact_is_on_the_bus_once_and_in_order() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    write(&running, 8, 30).await;
    let facts = on_bus(&environment, 240).await;
    assert_eq!((facts.len(), disorder(&facts)), (240, 0));
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_publish_no_fact_twice_and_none_out_of_order() {
    let environment = TestEnvironment::start().await.unwrap();
    let one = environment.service(service()).await.unwrap();
    let other = environment.service(service()).await.unwrap();
    tokio::join!(write(&one, 4, 30), write(&other, 4, 30));
    let facts = on_bus(&environment, 240).await;
    assert_eq!((facts.len(), disorder(&facts)), (240, 0));
    // The one that leads goes; the other takes over.
    one.stop().await;
    write(&other, 2, 30).await;
    let facts = on_bus(&environment, 300).await;
    assert_eq!((facts.len(), disorder(&facts)), (300, 0));
    other.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refill_brings_every_fact_into_a_new_stream_and_a_purge_would_not() {
    let environment = TestEnvironment::start().await.unwrap();
    let trusts = RelayFaults { trusts_the_bus: true, ..RelayFaults::default() };
    let running = environment.service(service().with_relay_faults(trusts)).await.unwrap();
    write(&running, 4, 25).await;
    on_bus(&environment, 100).await;
    // The planted bug: purge, and publish everything again into the same stream. Its message ids are still known.
    let settings = &environment.environment().settings;
    let context = jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
    let stream = context.get_stream(format!("{}_IDENTITY_1", settings.bus_prefix)).await.unwrap();
    stream.purge().await.unwrap();
    sqlx::query("update log_head set bus_position = 0").execute(&running.kernel().pool).await.unwrap();
    let purged = read_bus(&environment).await.len();
    assert!(purged < 100, "purging lost nothing: this server forgets its message ids, and the test shows nothing");

    running.refill().await.unwrap();
    let facts = on_bus(&environment, 100).await;
    assert_eq!((facts.len(), disorder(&facts)), (100, 0));
    let names: Vec<String> = context.stream_names().collect::<Vec<_>>().await.into_iter().map(Result::unwrap).collect();
    assert!(names.contains(&format!("{}_IDENTITY_2", settings.bus_prefix)));
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wiped_bus_is_noticed_and_filled_again() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    write(&running, 4, 25).await;
    on_bus(&environment, 100).await;
    let settings = &environment.environment().settings;
    let context = jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
    context.delete_stream(format!("{}_IDENTITY_1", settings.bus_prefix)).await.unwrap();
    let facts = on_bus(&environment, 100).await;
    assert_eq!((facts.len(), disorder(&facts)), (100, 0));
    running.stop().await;
    environment.remove().await.unwrap();
}

/// A store on the same database as a process elsewhere has: its commits tell nobody here.
fn elsewhere(running: &chassis::service::Running) -> chassis::store::EventStore {
    let kernel = running.kernel();
    chassis::store::EventStore::new(kernel.pool.clone(), kernel.clock.clone(), kernel.ids.clone(), kernel.keyring.clone(), Vec::new())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_of_which_nobody_told_the_relay_is_found_by_looking() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    elsewhere(&running).execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(on_bus(&environment, 1).await, [(id.to_string(), 1)]);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a planted fault, which proves the tests and not the product"]
async fn a_relay_that_never_looks_leaves_such_a_commit_lying() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service().with_relay_faults(RelayFaults { no_look: true, ..RelayFaults::default() })).await.unwrap();
    let pool = &running.kernel().pool;
    let waiting = "select count(*) from outbox where position is null";
    let add = async |store: &chassis::store::EventStore| {
        let id = TallyId::from_uuid(Uuid::now_v7());
        store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    };
    // It leads, and has looked at what was there at its start.
    add(&running.kernel().store).await;
    on_bus(&environment, 1).await;
    add(&elsewhere(&running)).await;
    // Twenty times as long as a look takes: on a slower machine it lies even longer.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert_eq!(sqlx::query_scalar::<_, i64>(waiting).fetch_one(pool).await.unwrap(), 1, "the planted bug was not found");
    // The next one of which it is told takes it along.
    add(&running.kernel().store).await;
    assert_eq!(on_bus(&environment, 3).await.len(), 3);
    running.stop().await;
    environment.remove().await.unwrap();
}
