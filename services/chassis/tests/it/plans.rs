//! A rolling upgrade gives a table another column while connections are open that have statements on it prepared.

use chassis::{
    store::{CommandMeta, StoreError},
    testkit::TestEnvironment,
};
use chassis_domain::Uuid;
use futures::{TryStreamExt, future::join_all};
use sqlx::Row;

use crate::tally::{Refused, service};

const ALL: &str = "select * from upgraded";

#[tokio::test(flavor = "multi_thread")]
async fn r_14_a_column_that_a_migration_adds_fails_no_call_of_the_processes_that_run() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    sqlx::query("create table upgraded (number bigint)").execute(pool).await.unwrap();
    sqlx::query("insert into upgraded values (1), (2)").execute(pool).await.unwrap();
    let add = async |column: &str| {
        let statement = format!("alter table upgraded add column {column} text");
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut pool.apart().await.unwrap()).await.unwrap();
    };
    // Several connections have it prepared.
    let side_by_side = || async { join_all((0..4).map(|_| async { sqlx::query(ALL).fetch_all(pool).await.map(|rows| rows.len()) })).await };
    let whole = |answers: Vec<Result<usize, sqlx::Error>>| answers.into_iter().all(|answer| answer.unwrap() == 2);
    assert!(whole(side_by_side().await));
    add("first").await;
    assert_eq!(sqlx::query(ALL).fetch_all(pool).await.unwrap()[0].columns().len(), 2);
    assert!(whole(side_by_side().await));
    add("second").await;
    assert_eq!(sqlx::query(ALL).fetch_optional(pool).await.unwrap().unwrap().columns().len(), 3);
    add("third").await;
    assert_eq!(sqlx::query(ALL).fetch(pool).try_collect::<Vec<_>>().await.unwrap().len(), 2);

    // In transactions of commands as well.
    let in_transaction = || async {
        let read = store.transact::<(), Refused, _>(CommandMeta::system(Uuid::now_v7()), |unit| {
            Box::pin(async move {
                sqlx::query(ALL).fetch_all(&mut **unit.tx()).await.map_err(StoreError::from)?;
                Ok(())
            })
        });
        read.await.unwrap();
    };
    in_transaction().await;
    add("fourth").await;
    in_transaction().await;
    in_transaction().await;
    running.stop().await;
    environment.remove().await.unwrap();
}
