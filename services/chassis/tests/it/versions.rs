//! Two builds over one store, each with a version of a read model of its own.

use std::collections::HashMap;

use chassis::{
    Pool, Service, Tx,
    projection::{Folded, Folding, Projection, ProjectionError, ReadModel, Statement},
    service::Running,
    store::{CommandMeta, ExecuteError, RawRecorded},
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{Aggregate, Uuid};
use futures::future::join_all;
use sqlx::{Row, postgres::PgRow};

use crate::tally::{Command, Event, FoldedTallies, NetTallies, Tallies, Tally, TallyId, service};

async fn content(pool: &Pool) -> Vec<(i64, i64)> {
    let rows = sqlx::query("select sum, events from tallies order by sum, tally_id").fetch_all(pool).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

async fn reaches(running: &Running, expected: &[(i64, i64)]) {
    eventually(|| async { (content(&running.kernel().pool).await == expected).then_some(()) }).await;
}

async fn give(running: &Running, id: TallyId, command: Command) {
    let meta = CommandMeta::system(Uuid::now_v7());
    loop {
        match running.kernel().store.execute::<Tally>(id, command.clone(), meta.clone()).await {
            // Twenty at once from two builds: whoever came too late too often is told so, and gives the same command again.
            Err(ExecuteError::Conflict { .. }) => {}
            given => return drop(given.unwrap()),
        }
    }
}

/// The older build counts what is added, the newer one takes off what was taken.
async fn side_by_side(older: Service, newer: Service, at_once: bool) {
    let environment = TestEnvironment::start().await.unwrap();
    let before = environment.service(older).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    give(&before, id, Command::Add(5)).await;
    give(&before, id, Command::Take(2)).await;
    let after = environment.service(newer).await.unwrap();
    reaches(&before, &[(5, 2)]).await;
    reaches(&after, &[(3, 2)]).await;

    // Each sees at once what it has done itself, and soon what the other one has.
    give(&before, id, Command::Add(1)).await;
    if at_once {
        assert_eq!(content(&before.kernel().pool).await, [(6, 3)]);
    }
    reaches(&after, &[(4, 3)]).await;
    give(&after, id, Command::Add(1)).await;
    if at_once {
        assert_eq!(content(&after.kernel().pool).await, [(5, 4)]);
    }
    reaches(&before, &[(7, 4)]).await;

    // Both at once, on one stream and on others.
    let other = TallyId::from_uuid(Uuid::now_v7());
    let turns = (0..40).map(|turn| {
        let running = if turn % 2 == 0 { &before } else { &after };
        give(running, if turn % 4 < 2 { id } else { other }, Command::Add(1))
    });
    join_all(turns).await;
    reaches(&before, &[(20, 20), (27, 24)]).await;
    reaches(&after, &[(20, 20), (25, 24)]).await;
    before.stop().await;
    give(&after, id, Command::Add(1)).await;
    reaches(&after, &[(20, 20), (26, 25)]).await;
    after.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_05_two_versions_of_a_read_model_live_side_by_side_and_neither_writes_into_the_other() {
    Box::pin(side_by_side(service().inline(Tallies), service().inline(NetTallies), true)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_05_two_versions_of_a_folded_read_model_live_side_by_side_and_neither_writes_into_the_other() {
    Box::pin(side_by_side(service().inline(Folded(FoldedTallies)), service().inline(NetTallies), true)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_05_two_versions_of_a_following_read_model_live_side_by_side_and_neither_writes_into_the_other() {
    Box::pin(side_by_side(service().eventual(Tallies), service().eventual(NetTallies), false)).await;
}

/// A later build of the tallies, which takes nothing off a tally whose beginning it has not seen.
struct StrictTallies;

impl ReadModel for StrictTallies {
    const NAME: &'static str = "tallies";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
}

impl Folding for StrictTallies {
    type Rows = (i64, i64);

    const LOAD: &'static str = FoldedTallies::LOAD;

    fn loaded(rows: &[PgRow]) -> Result<HashMap<Uuid, (i64, i64)>, sqlx::Error> {
        FoldedTallies::loaded(rows)
    }

    fn evolve(rows: &mut Option<(i64, i64)>, event: &RawRecorded) -> Result<(), ProjectionError> {
        if let (Event::Taken(_), None) = (event.decode::<Event>()?, &rows) {
            return Err(ProjectionError::Inconsistent("nothing was added before"));
        }
        FoldedTallies::evolve(rows, event)
    }

    fn save(rows: &[(Uuid, (i64, i64))]) -> Vec<Statement> {
        FoldedTallies::save(rows)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_05_a_command_takes_over_a_stream_that_another_build_began_a_moment_ago() {
    let environment = TestEnvironment::start().await.unwrap();
    let before = environment.service(service().inline(Tallies)).await.unwrap();
    let after = environment.service(service().inline(Folded(StrictTallies))).await.unwrap();
    // More than the newer one takes over by itself in the meantime.
    for _ in 0..20 {
        let id = TallyId::from_uuid(Uuid::now_v7());
        give(&before, id, Command::Add(5)).await;
        give(&after, id, Command::Take(2)).await;
    }
    assert_eq!(content(&after.kernel().pool).await, [(5, 2); 20]);
    before.stop().await;
    after.stop().await;
    environment.remove().await.unwrap();
}

/// A later build of the tallies, with tables of its own making: it says who took one.
struct TakenTallies;

impl ReadModel for TakenTallies {
    const NAME: &'static str = "tallies";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table tallies (
             tally_id uuid   not null,
             taken_by bigint not null,
             constraint tallies_pkey primary key (tally_id)
         );
         create index tallies_taken_by_idx on tallies (taken_by)",
    );
}

impl Projection for TakenTallies {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        if let Event::Taken(by) = event.decode::<Event>()? {
            sqlx::query("insert into tallies (tally_id, taken_by) values ($1, $2)").bind(event.meta.aggregate_id).bind(by).execute(&mut **tx).await?;
        }
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_05_a_version_brings_its_own_tables_and_is_rebuilt_into_them() {
    let environment = TestEnvironment::start().await.unwrap();
    let before = environment.service(service().inline(Tallies)).await.unwrap();
    let (one, other) = (TallyId::from_uuid(Uuid::now_v7()), TallyId::from_uuid(Uuid::now_v7()));
    give(&before, one, Command::Add(5)).await;
    give(&before, one, Command::Take(2)).await;
    let after = environment.service(service().inline(TakenTallies)).await.unwrap();
    let taken = async || sqlx::query_scalar::<_, i64>("select taken_by from tallies order by 1").fetch_all(&after.kernel().pool).await.unwrap();
    assert_eq!(taken().await, [2]);
    give(&after, other, Command::Take(3)).await;
    assert_eq!(taken().await, [2, 3]);
    reaches(&before, &[(0, 1), (5, 2)]).await;
    for _ in 0..2 {
        after.rebuild("tallies").await.unwrap();
        assert_eq!(taken().await, [2, 3]);
    }
    let indexes: Vec<String> = sqlx::query_scalar("select indexname::text from pg_indexes where schemaname = 'rm_tallies_v3' order by 1")
        .fetch_all(&after.kernel().pool)
        .await
        .unwrap();
    assert_eq!(indexes, ["tallies_pkey", "tallies_taken_by_idx"]);
    before.stop().await;

    // The tables of a build that was not seen for more than a day are dropped by the next start.
    let schemas = async || {
        let names = "select nspname::text from pg_namespace where nspname like 'rm_%' order by 1";
        sqlx::query_scalar::<_, String>(names).fetch_all(&after.kernel().pool).await.unwrap()
    };
    assert_eq!(schemas().await, ["rm_tallies_v1", "rm_tallies_v3"]);
    sqlx::query("update builds set seen_at = seen_at - interval '25 hours' where read_models = '{tallies/1}'")
        .execute(&after.kernel().pool)
        .await
        .unwrap();
    environment.service(service().inline(TakenTallies)).await.unwrap().stop().await;
    assert_eq!(schemas().await, ["rm_tallies_v3"]);
    // And should it come back after all, it is built anew.
    let before = environment.service(service().inline(Tallies)).await.unwrap();
    assert_eq!(content(&before.kernel().pool).await, [(0, 1), (5, 2)]);
    before.stop().await;
    after.stop().await;
    environment.remove().await.unwrap();
}

/// What a build does that knows nothing of versions side by side: it moves a stream on, and writes into the tables that migrations made.
const AS_BEFORE: &str = "
    update event_streams set version = version + 1, facts = facts + 1;
    insert into events (event_id, stream_id, version, event_type, schema, payload, meta, recorded_at)
        select gen_random_uuid(), stream_id, version + 1, event_type, schema, payload, meta, recorded_at from events order by version desc limit 1;
    insert into outbox (seq, stream_id, version, event_id) select seq, stream_id, version, event_id from events order by seq desc limit 1;
    update public.tallies set sum = sum + 5, events = events + 1";

#[tokio::test(flavor = "multi_thread")]
async fn k_05_a_store_of_a_build_that_kept_one_set_of_tables_opens_and_both_builds_serve() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let id = TallyId::from_uuid(Uuid::now_v7());
    give(&running, id, Command::Add(5)).await;
    // As that build left it, with a read model that was wrong.
    let left = "insert into public.tallies select right(stream_id, 36)::uuid, 4, 1 from event_streams;
         insert into projection_state (name, version, position, status) values ('tallies', 2, 1, 'active')";
    sqlx::raw_sql(left).execute(&running.kernel().pool).await.unwrap();
    running.stop().await;

    let newer = environment.service(service().inline(NetTallies)).await.unwrap();
    reaches(&newer, &[(5, 1)]).await;
    // The build before still runs, here and there.
    sqlx::raw_sql(AS_BEFORE).execute(&newer.kernel().pool).await.unwrap();
    reaches(&newer, &[(10, 2)]).await;
    sqlx::raw_sql(AS_BEFORE).execute(&newer.kernel().pool).await.unwrap();
    give(&newer, id, Command::Add(1)).await;
    assert_eq!(content(&newer.kernel().pool).await, [(16, 4)], "a command came before what the other build had done");
    let beside: (i64, i64) = sqlx::query_as("select sum, events from public.tallies").fetch_one(&newer.kernel().pool).await.unwrap();
    assert_eq!(beside, (14, 3), "the tables of the build before are its own");
    newer.stop().await;
    environment.remove().await.unwrap();
}
