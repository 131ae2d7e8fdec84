//! The access log and its chain.

use chassis::{
    Pool, Tx,
    access::{AccessEntry, Verdict, verify},
    service::Running,
    store::CommandMeta,
    testkit::{TestEnvironment, begin_and_hold, eventually},
};
use chassis_domain::{Actor, Uuid};
use jiff::SignedDuration;

use crate::tally::{Command, Tally, TallyId, service};

fn entry(object: Uuid) -> AccessEntry {
    AccessEntry {
        method: "/kajo.test.v1.Test/Test",
        actor: Actor::system(),
        on_behalf_of: None,
        subject: None,
        object_kind: "tally",
        object_id: Some(object),
        ground: "test",
        trace: chassis::store::TraceContext::default(),
    }
}

/// Until the answer of this ends, the service links nothing: it would take a row that was cut out for one that came late.
pub(crate) async fn without_links(pool: &Pool) -> Tx<'static> {
    let mut held = begin_and_hold(pool).await.unwrap();
    sqlx::query("select position from log_head for update").execute(&mut *held).await.unwrap();
    held
}

async fn whole(pool: &Pool, links: u64) {
    eventually(|| async { (verify(pool, "identity").await.unwrap() == Verdict::Whole { links }).then_some(()) }).await;
}

/// A service whose log has twenty rows, each a leaf of the tree by now: the tree keeps what a row was when it grew.
async fn with_rows() -> (TestEnvironment, Running) {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    for _ in 0..20 {
        let id = TallyId::from_uuid(Uuid::now_v7());
        let meta = CommandMeta::system(Uuid::now_v7()).with_access(entry(id.uuid()));
        running.kernel().store.execute::<Tally>(id, Command::Add(1), meta).await.unwrap();
    }
    let pool = &running.kernel().pool;
    let size = || async { sqlx::query_scalar::<_, i64>("select size from access_head").fetch_one(pool).await.unwrap() };
    eventually(|| async { (size().await == 20).then_some(()) }).await;
    (environment, running)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_changed_removed_or_cut_out_breaks_the_chain() {
    let (environment, running) = with_rows().await;
    let pool = &running.kernel().pool;
    whole(pool, 20).await;
    let held = without_links(pool).await;
    for tampering in [
        "update access_log set ground = 'another' where entry_id = (select entry_id from access_chain where position = 7)",
        "delete from access_log where entry_id = (select entry_id from access_chain where position = 7)",
        "delete from access_chain where position = 7",
        "update access_chain set entry_id = gen_random_uuid() where position = 7",
    ] {
        sqlx::query("create table kept_log as table access_log").execute(pool).await.unwrap();
        sqlx::query("create table kept_chain as table access_chain").execute(pool).await.unwrap();
        sqlx::query(tampering).execute(pool).await.unwrap();
        assert_eq!(verify(pool, "identity").await.unwrap(), Verdict::Broken { position: 7 }, "{tampering}");
        sqlx::raw_sql(
            "delete from access_chain; delete from access_log; insert into access_log table kept_log; insert into access_chain table kept_chain;
             drop table kept_log; drop table kept_chain",
        )
        .execute(pool)
        .await
        .unwrap();
    }
    held.rollback().await.unwrap();
    whole(pool, 20).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaf_or_a_head_that_is_not_that_of_the_rows_breaks_the_tree() {
    let (environment, running) = with_rows().await;
    let pool = &running.kernel().pool;
    for (tampering, position) in [
        ("update access_leaves set hash = sha256('another') where position = 7", 7),
        ("update access_leaves set salt = sha256('another') where position = 7", 7),
        ("delete from access_leaves where position = 7", 7),
        ("update access_head set root = sha256('another')", 20),
    ] {
        whole(pool, 20).await;
        sqlx::raw_sql("create table kept_leaves as table access_leaves; create table kept_head as table access_head").execute(pool).await.unwrap();
        sqlx::query(tampering).execute(pool).await.unwrap();
        assert_eq!(verify(pool, "identity").await.unwrap(), Verdict::Broken { position }, "{tampering}");
        sqlx::raw_sql(
            "delete from access_leaves; insert into access_leaves table kept_leaves; drop table kept_leaves;
             delete from access_head; insert into access_head table kept_head; drop table kept_head",
        )
        .execute(pool)
        .await
        .unwrap();
    }
    whole(pool, 20).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

/// A row dated back to beside the first one, as by a transaction that began then and ends now.
async fn write_beside_the_first(pool: &Pool) {
    sqlx::query(
        "insert into access_log
         select overlay(entry_id::text placing '000000000000' from 25)::uuid, at, method, actor_kind, actor_id, impersonator_id, role_id, location_id,
                subject_id, object_kind, object_id, ground, trace_id
         from access_log order by entry_id limit 1",
    )
    .execute(pool)
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_becomes_visible_a_minute_late_is_linked_and_signed() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let pool = &running.kernel().pool;
    for links in 1..=2 {
        let id = TallyId::from_uuid(Uuid::now_v7());
        let meta = CommandMeta::system(Uuid::now_v7()).with_access(entry(id.uuid()));
        running.kernel().store.execute::<Tally>(id, Command::Add(1), meta).await.unwrap();
        whole(pool, links).await;
        environment.clock().advance(SignedDuration::from_mins(1));
    }
    write_beside_the_first(pool).await;
    whole(pool, 3).await;
    let signed = || async { sqlx::query_scalar::<_, i64>("select size from access_head").fetch_one(pool).await.unwrap() };
    eventually(|| async { (signed().await == 3).then_some(()) }).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_written_past_the_service_is_found() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let pool = &running.kernel().pool;
    for links in 1..=2 {
        let id = TallyId::from_uuid(Uuid::now_v7());
        let meta = CommandMeta::system(Uuid::now_v7()).with_access(entry(id.uuid()));
        running.kernel().store.execute::<Tally>(id, Command::Add(1), meta).await.unwrap();
        whole(pool, links).await;
        environment.clock().advance(SignedDuration::from_mins(20));
    }
    write_beside_the_first(pool).await;
    assert_eq!(verify(pool, "identity").await.unwrap(), Verdict::Unlinked { rows: 1 });
    running.stop().await;
    environment.remove().await.unwrap();
}
