//! The access log and its chain.

use chassis::{
    access::{AccessEntry, Verdict, verify},
    store::CommandMeta,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{Actor, Uuid};
use jiff::SignedDuration;
use sqlx::PgPool;

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

async fn whole(pool: &PgPool, links: u64) {
    eventually(|| async { (verify(pool).await.unwrap() == Verdict::Whole { links }).then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_changed_removed_or_cut_out_breaks_the_chain() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let pool = &running.kernel().pool;
    for _ in 0..20 {
        let id = TallyId::from_uuid(Uuid::now_v7());
        let meta = CommandMeta::system(Uuid::now_v7()).with_access(entry(id.uuid()));
        running.kernel().store.execute::<Tally>(id, Command::Add(1), meta).await.unwrap();
    }
    whole(pool, 20).await;
    for tampering in [
        "update access_log set ground = 'another' where entry_id = (select entry_id from access_chain where position = 7)",
        "delete from access_log where entry_id = (select entry_id from access_chain where position = 7)",
        "delete from access_chain where position = 7",
        "update access_chain set entry_id = gen_random_uuid() where position = 7",
    ] {
        sqlx::query("create table kept_log as table access_log").execute(pool).await.unwrap();
        sqlx::query("create table kept_chain as table access_chain").execute(pool).await.unwrap();
        sqlx::query(tampering).execute(pool).await.unwrap();
        assert_eq!(verify(pool).await.unwrap(), Verdict::Broken { position: 7 }, "{tampering}");
        sqlx::raw_sql(
            "delete from access_chain; delete from access_log; insert into access_log table kept_log; insert into access_chain table kept_chain;
             drop table kept_log; drop table kept_chain",
        )
        .execute(pool)
        .await
        .unwrap();
    }
    whole(pool, 20).await;
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
    // Dated back to beside the first one.
    sqlx::query(
        "insert into access_log
         select overlay(entry_id::text placing '000000000000' from 25)::uuid, at, method, actor_kind, actor_id, impersonator_id, role_id, location_id,
                subject_id, object_kind, object_id, ground, trace_id
         from access_log order by entry_id limit 1",
    )
    .execute(pool)
    .await
    .unwrap();
    assert_eq!(verify(pool).await.unwrap(), Verdict::Unlinked { rows: 1 });
    running.stop().await;
    environment.remove().await.unwrap();
}
