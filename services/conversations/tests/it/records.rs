//! What is kept: read models that follow from events, facts without personal data, the log of who looked.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use chassis::testkit::{begin_and_hold, rebuild, rebuild_all, rebuilds_to_the_same};
use chassis_domain::Uuid;
use kajo_proto::conversations::v1::{MarkDoneRequest, Tab};
use sqlx::{AssertSqlSafe, Row};

use crate::{
    files::{PDF, scanned, upload},
    world::{World, question},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ops_06_every_read_model_rebuilds_while_people_work_and_equals_what_live_writing_left() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    for round in 0..20 {
        let id = resident.ask("Before").await;
        if round % 2 == 0 {
            nurse.take(&id).await.unwrap();
            nurse.write(&id, "Answer").await.unwrap();
        }
        if round % 4 == 0 {
            nurse.conversations().mark_done(MarkDoneRequest { conversation_id: id }).await.unwrap();
        }
    }
    resident.ask("Known").await;
    let file = upload(&resident, "a.pdf", PDF).await.unwrap();
    scanned(&world, &resident, &file.attachment_id).await;
    let over = Arc::new(AtomicBool::new(false));
    let writing = tokio::spawn({
        let (resident, over) = (resident.clone(), Arc::clone(&over));
        async move {
            while !over.load(Ordering::Relaxed) {
                resident.ask("During").await;
            }
        }
    });
    let reading = tokio::spawn({
        let (nurse, over) = (nurse.clone(), Arc::clone(&over));
        async move {
            let request =
                || kajo_proto::conversations::v1::ListTasksRequest { tab: Tab::New.into(), search: "known".to_owned(), ..Default::default() };
            while !over.load(Ordering::Relaxed) {
                assert_eq!(nurse.list(request()).await.len(), 1, "the inbox was never empty");
            }
        }
    });
    rebuild_all(&world.running).await.unwrap();
    over.store(true, Ordering::Relaxed);
    writing.await.unwrap();
    reading.await.unwrap();

    rebuilds_to_the_same(&world.running).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_switch_gives_way_to_a_reader_who_holds_a_table_and_wants_another() {
    let world = World::start().await;
    world.resident("Aino Lehtonen").ask("Known").await;
    let pool = &world.running.kernel().pool;
    let mut reader = begin_and_hold(pool).await.unwrap();
    sqlx::query("select from task_search").execute(&mut *reader).await.unwrap();
    let reading = async {
        let waits = "select exists (select from pg_locks where relation = 'task_search'::regclass and mode = 'AccessExclusiveLock' and not granted)";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(pool).await.unwrap() {
            tokio::task::yield_now().await;
        }
        sqlx::query("select from tasks").execute(&mut *reader).await.unwrap();
        reader.commit().await.unwrap();
    };
    let (rebuilt, ()) = tokio::join!(rebuild(&world.running, "task_inbox"), reading);

    rebuilt.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ops_02_facts_and_read_models_hold_no_readable_name_or_text() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Canary-Resident"), world.practitioner("liisa", "Canary-Nurse", "nurse"));
    let id = resident.start(question("canary-topic", "canary-text")).await.unwrap().conversation_id;
    nurse.take(&id).await.unwrap();
    nurse.write(&id, "canary-answer").await.unwrap();
    let pool = &world.running.kernel().pool;
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    assert!(tables.iter().any(|table| table == "public.outbox") && tables.iter().any(|table| table.rsplit('.').next() == Some("tasks")));
    for table in tables {
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!("select to_jsonb(t)::text from {table} t"))).fetch_all(pool).await.unwrap();
        let found = rows.iter().find(|row| row.to_lowercase().contains("canary") || row.contains(&hex("canary")) || row.contains(&hex("Canary")));
        assert!(found.is_none(), "{table}: {found:?}");
    }
    world.end().await;
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_a_conversation_stands_in_the_access_log() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let id = resident.ask("Logged").await;
    nurse.see(&id).await.unwrap();
    let rows =
        sqlx::query("select subject_id, actor_id, role_id, ground from access_log where method like '%/GetConversation' and object_id = $1::uuid")
            .bind(&id)
            .fetch_all(&world.running.kernel().pool)
            .await
            .unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].get::<Uuid, _>("subject_id"), rows[0].get::<Uuid, _>("actor_id")), (resident.id, nurse.id));
    assert_eq!(rows[0].get::<Uuid, _>("role_id"), chassis_domain::demo_id("role", "nurse"));
    assert_eq!(rows[0].get::<String, _>("ground"), "queue access");
    // From the first message on, which makes the conversation.
    let begun = sqlx::query("select subject_id, object_kind from access_log where method like '%/StartConversation' and object_id = $1::uuid")
        .bind(&id)
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(begun.len(), 1);
    assert_eq!((begun[0].get::<Uuid, _>("subject_id"), begun[0].get::<String, _>("object_kind")), (resident.id, "conversation".to_owned()));
    world.end().await;
}
