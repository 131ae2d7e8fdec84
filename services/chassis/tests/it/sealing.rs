//! Personal data.

use chassis::{store::CommandMeta, testkit::TestEnvironment};
use chassis_domain::{RetentionClass, Uuid};
use sqlx::{AssertSqlSafe, PgPool, Row};

use crate::tally::{Command, OWNER, Tallies, Tally, TallyId, service};

const CANARY: &str = "Salaisuus-8f3a-canary";

/// Every row of every table, as text and with its bytes decoded.
async fn hits(pool: &PgPool) -> Vec<String> {
    let tables: Vec<String> =
        sqlx::query_scalar("select table_name::text from information_schema.tables where table_schema = 'public'").fetch_all(pool).await.unwrap();
    let hex = hex::encode(CANARY);
    let mut found = Vec::new();
    for table in tables {
        let statement = AssertSqlSafe(format!("select t::text from {table} t"));
        for row in sqlx::query(statement).fetch_all(pool).await.unwrap() {
            let text: String = row.get(0);
            if text.contains(CANARY) || text.contains(&hex) {
                found.push(table.clone());
            }
        }
    }
    found
}

#[tokio::test]
async fn what_is_sealed_lies_nowhere_in_clear_and_is_gone_with_its_key() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service().inline(Tallies)).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let id = TallyId::from_uuid(Uuid::now_v7());
    store.execute::<Tally>(id, Command::Note(CANARY.to_owned()), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    store.execute::<Tally>(id, Command::Add(3), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(store.load::<Tally>(id).await.unwrap().state.note.as_deref(), Some(CANARY));
    assert_eq!(hits(pool).await, Vec::<String>::new());

    running.kernel().keyring.destroy(OWNER, RetentionClass::Account).await.unwrap();
    let after = store.load::<Tally>(id).await.unwrap();
    assert_eq!((after.version, after.state.sum, after.state.note), (2, 3, None));
    // Nothing new can be sealed for the person either, and the aggregate still works.
    store.execute::<Tally>(id, Command::Note(CANARY.to_owned()), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(store.load::<Tally>(id).await.unwrap().state.note, None);
    assert_eq!(hits(pool).await, Vec::<String>::new());
    running.stop().await;
    environment.remove().await.unwrap();
}
