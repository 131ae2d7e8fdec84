//! Personal data.

use chassis::{
    Pool, database,
    sealing::{Needs, Sealing},
    store::CommandMeta,
    testkit::TestEnvironment,
};
use chassis_domain::{Opener, PersonId, RetentionClass, Sealer, Uuid};
use futures::future::try_join_all;
use sqlx::{AssertSqlSafe, Row};

use crate::tally::{Command, OWNER, Tallies, Tally, TallyId, service};

/// A text that stands nowhere else.
fn canary() -> String {
    format!("Salaisuus-{}", Uuid::now_v7())
}

/// The file of the write-ahead log that the server writes now.
async fn log_file(pool: &Pool) -> String {
    sqlx::query_scalar("select pg_walfile_name(pg_current_wal_insert_lsn())").fetch_one(pool).await.unwrap()
}

/// Where the text stands: every row of every table, as text and with its bytes decoded, and the write-ahead log from the file `since` on.
async fn hits(pool: &Pool, since: &str, canary: &str) -> Vec<String> {
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    let hex = hex::encode(canary);
    let mut found = Vec::new();
    for table in tables {
        let statement = AssertSqlSafe(format!("select t::text from {table} t"));
        let rows = sqlx::query(statement).fetch_all(pool).await.unwrap();
        let holds = rows.iter().map(|row| row.get::<String, _>(0)).any(|text| text.contains(canary) || text.contains(&hex));
        found.extend(holds.then_some(table));
    }
    // The log is read as it lies on the disk, so what is still in memory has to go there first.
    sqlx::query("select pg_switch_wal()").execute(pool).await.unwrap();
    let logged: i64 = sqlx::query_scalar(
        "select count(*) from pg_ls_waldir() as file
         where file.name ~ '^[0-9A-F]{24}$' and file.name >= $2 and position($1::bytea in pg_read_binary_file('pg_wal/' || file.name, 0, 16777216, true)) > 0",
    )
    .bind(canary.as_bytes())
    .bind(since)
    .fetch_one(pool)
    .await
    .unwrap();
    found.extend((logged > 0).then(|| "the write-ahead log".to_owned()));
    found
}

#[tokio::test]
#[ignore = "long: reads the whole write-ahead log of a server that others write to"]
async fn a_text_in_clear_is_found_in_its_table_and_in_the_log() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (pool, canary) = (&running.kernel().pool, canary());
    let since = log_file(pool).await;
    // Several times: one that the log parts at the end of one of its pages is not found.
    sqlx::query("insert into heard select $1, generate_series(1, 5)").bind(&canary).execute(pool).await.unwrap();
    assert_eq!(hits(pool, &since, &canary).await, ["public.heard", "the write-ahead log"], "the scan finds nothing");
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test]
async fn what_is_sealed_lies_nowhere_in_clear_and_is_gone_with_its_key() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service().inline(Tallies)).await.unwrap();
    let (store, pool, canary) = (&running.kernel().store, &running.kernel().pool, canary());
    let since = log_file(pool).await;
    let id = TallyId::from_uuid(Uuid::now_v7());
    store.execute::<Tally>(id, Command::Note(canary.clone()), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    store.execute::<Tally>(id, Command::Add(3), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(store.load::<Tally>(id).await.unwrap().state.note.as_deref(), Some(canary.as_str()));
    assert_eq!(hits(pool, &since, &canary).await, Vec::<String>::new());

    running.kernel().keyring.destroy(OWNER, RetentionClass::Account).await.unwrap();
    let after = store.load::<Tally>(id).await.unwrap();
    assert_eq!((after.version, after.state.sum, after.state.note), (2, 3, None));
    // Nothing new can be sealed for the person either, and the aggregate still works.
    store.execute::<Tally>(id, Command::Note(canary.clone()), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(store.load::<Tally>(id).await.unwrap().state.note, None);
    assert_eq!(hits(pool, &since, &canary).await, Vec::<String>::new());
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test]
async fn new_keys_are_made_while_all_transactions_are_open_that_there_can_be() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let kernel = running.kernel();
    // Each of them may be somebody who needs a key before they can go on.
    let open = try_join_all((0..kernel.pool.transactions()).map(|_| database::begin(&kernel.pool))).await.unwrap();
    let somebody = PersonId::from_uuid(Uuid::now_v7());
    let text = b"Hei".as_slice();
    let needs = Needs::from([(somebody, RetentionClass::CareRecord)]);
    let keys = kernel.keyring.seal(&needs).await.unwrap();
    let sealed = Sealing::new(&keys, &kernel.ids).seal(somebody, RetentionClass::CareRecord, text);
    assert_eq!(kernel.keyring.open(&needs).await.unwrap().open(&sealed).unwrap(), text);
    drop(open);
    running.stop().await;
    environment.remove().await.unwrap();
}
