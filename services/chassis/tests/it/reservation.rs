//! A name that only one aggregate may have: reserved in the transaction of its command.

use chassis::{
    Pool, database,
    store::{CommandMeta, EventStore, ExecuteError, WorkError},
    testkit::TestEnvironment,
};
use chassis_domain::Uuid;
use futures::future::join_all;

use crate::tally::{Command, Refused, Tally, TallyId, service};

/// Adds to the tally, and then reserves `name` for it: what was added must go when the name is taken.
async fn claim(store: &EventStore, id: TallyId, name: &'static str, meta: CommandMeta) -> Result<u64, ExecuteError<Refused>> {
    store
        .transact(meta, move |unit| {
            Box::pin(async move {
                let added = unit.execute(id, &Command::Add(1)).await?;
                let reserved = sqlx::query("insert into heard (stream_id, fact_no) values ($1, 1)").bind(name).execute(&mut **unit.tx()).await;
                reserved.map_err(|error| match database::constraint(&error) {
                    Some("heard_pkey") => WorkError::Refused(Refused::TakenBy(0)),
                    _ => error.into(),
                })?;
                Ok(added.version)
            })
        })
        .await
}

async fn count(pool: &Pool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_ten_who_reserve_one_name_one_has_it_and_nothing_is_left_of_the_others() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let claims = (0..10).map(|_| claim(store, TallyId::from_uuid(Uuid::now_v7()), "a name", CommandMeta::system(Uuid::now_v7())));
    let outcomes = join_all(claims).await;
    let won = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    let told = outcomes.iter().filter(|outcome| matches!(outcome, Err(ExecuteError::Refused(Refused::TakenBy(0))))).count();
    assert_eq!((won, told), (1, 9));
    assert_eq!(count(pool, "select count(*) from events").await, 1);
    assert_eq!(count(pool, "select count(*) from event_streams").await, 1);
    assert_eq!(count(pool, "select count(*) from command_log").await, 1);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test]
async fn a_unit_of_work_answers_a_retry_with_its_first_outcome() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, id, meta) = (&running.kernel().store, TallyId::from_uuid(Uuid::now_v7()), CommandMeta::system(Uuid::now_v7()));
    assert_eq!(claim(store, id, "a name", meta.clone()).await.unwrap(), 1);
    store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    // The name is taken by now, by this very command.
    assert_eq!(claim(store, id, "a name", meta).await.unwrap(), 1);
    assert_eq!(store.load::<Tally>(id).await.unwrap().version, 2);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test]
async fn what_a_unit_of_work_took_back_is_not_remembered() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, id) = (&running.kernel().store, TallyId::from_uuid(Uuid::now_v7()));
    let fresh = || CommandMeta::system(Uuid::now_v7());
    claim(store, TallyId::from_uuid(Uuid::now_v7()), "a name", fresh()).await.unwrap();
    store.execute::<Tally>(id, Command::Add(1), fresh()).await.unwrap();
    assert!(claim(store, id, "a name", fresh()).await.is_err());
    let after = store.execute::<Tally>(id, Command::Add(1), fresh()).await.unwrap();
    assert_eq!((after.version, after.state.sum), (2, 2));
    assert_eq!(claim(store, id, "another name", fresh()).await.unwrap(), 3);
    assert_eq!(store.execute::<Tally>(id, Command::Add(1), fresh()).await.unwrap().version, 4);
    running.stop().await;
    environment.remove().await.unwrap();
}
