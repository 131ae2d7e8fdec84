//! What is kept of a command beside its events: under which id, by whom.

use chassis::{
    store::{CommandMeta, ExecuteError},
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::Uuid;

use crate::tally::{Command, Tally, TallyId, service};

#[tokio::test(flavor = "multi_thread")]
async fn k_11_a_second_command_under_one_id_is_refused_aloud_and_a_retry_is_answered() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let (one, other) = (TallyId::from_uuid(Uuid::now_v7()), TallyId::from_uuid(Uuid::now_v7()));
    let meta = CommandMeta::system(Uuid::now_v7());
    store.execute::<Tally>(one, Command::Add(1), meta.clone()).await.unwrap();
    let swallowed = store.execute::<Tally>(other, Command::Add(1), meta.clone()).await;
    assert!(matches!(swallowed, Err(ExecuteError::KeyReused)), "to another aggregate: {swallowed:?}");
    let swallowed = store.execute::<Tally>(one, Command::Take(1), meta.clone()).await;
    assert!(matches!(swallowed, Err(ExecuteError::KeyReused)), "another command: {swallowed:?}");
    let swallowed = store.transact::<(), crate::tally::Refused, _>(meta.clone(), |_| Box::pin(async { Ok(()) })).await;
    assert!(matches!(swallowed, Err(ExecuteError::KeyReused)), "a unit of work: {swallowed:?}");
    assert!(store.execute::<Tally>(one, Command::Add(1), meta.clone()).await.unwrap().replayed);

    // A unit of work, and then a command that takes its id.
    let unit = CommandMeta::system(Uuid::now_v7());
    for _ in 0..2 {
        store.transact::<(), crate::tally::Refused, _>(unit.clone(), |_| Box::pin(async { Ok(()) })).await.unwrap();
    }
    let swallowed = store.execute::<Tally>(other, Command::Add(1), unit).await;
    assert!(matches!(swallowed, Err(ExecuteError::KeyReused)), "after a unit of work: {swallowed:?}");

    // What was logged before has no fingerprint; its retries are answered all the same.
    sqlx::query("update command_log set fingerprint = ''").execute(pool).await.unwrap();
    assert!(store.execute::<Tally>(one, Command::Add(1), meta.clone()).await.unwrap().replayed);
    assert!(matches!(store.execute::<Tally>(other, Command::Add(1), meta).await, Err(ExecuteError::KeyReused)));
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_17_what_a_request_said_cannot_be_guessed_from_the_log_of_commands() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let said = vec![7; 32];
    let meta = CommandMeta { fingerprint: said.clone(), ..CommandMeta::system(Uuid::now_v7()) };
    let id = TallyId::from_uuid(Uuid::now_v7());
    store.execute::<Tally>(id, Command::Add(1), meta.clone()).await.unwrap();
    store.execute::<Tally>(id, Command::Add(0), CommandMeta { command_id: Uuid::now_v7(), ..meta.clone() }).await.unwrap();
    let kept: Vec<Vec<u8>> = sqlx::query_scalar("select fingerprint from command_log").fetch_all(pool).await.unwrap();
    assert!(kept.len() >= 2 && kept.iter().all(|kept| *kept != said && !kept.is_empty()));
    // The same request is known again, and another one is refused.
    assert!(store.execute::<Tally>(id, Command::Add(1), meta.clone()).await.unwrap().replayed);
    let other = store.execute::<Tally>(id, Command::Add(1), CommandMeta { fingerprint: vec![8; 32], ..meta }).await;
    assert!(matches!(other, Err(ExecuteError::KeyReused)), "{other:?}");
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_18_an_actor_of_a_kind_that_this_build_does_not_know_is_told_and_is_not_the_platform() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let id = TallyId::from_uuid(Uuid::now_v7());
    store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    for unknown in [r#"{"actor": "oracle"}"#, r#"{"format": 99}"#] {
        sqlx::query("create table kept as select event_id, meta from events").execute(pool).await.unwrap();
        sqlx::query("update events set meta = meta || $1::jsonb").bind(unknown).execute(pool).await.unwrap();
        let read = store.history(id).await;
        assert!(read.is_err(), "{unknown}: {read:?}");
        sqlx::query("update events set meta = kept.meta from kept where kept.event_id = events.event_id").execute(pool).await.unwrap();
        sqlx::query("drop table kept").execute(pool).await.unwrap();
    }
    // As it was stored before.
    sqlx::query("update events set meta = meta - 'format'").execute(pool).await.unwrap();
    assert_eq!(store.history(id).await.unwrap().len(), 1);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_18_what_an_effect_causes_says_so_and_whose_command_it_goes_back_to() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let store = &running.kernel().store;
    let id = TallyId::from_uuid(Uuid::now_v7());
    let (command, effect) = (CommandMeta::system(Uuid::now_v7()), Uuid::now_v7());
    store.execute::<Tally>(id, Command::Add(1), command.clone()).await.unwrap();
    let caused = CommandMeta::system(effect).caused_by(effect).correlated_with(command.command_id);
    store.execute::<Tally>(id, Command::Add(2), caused).await.unwrap();
    eventually(|| async { (store.head().await.unwrap() == 2).then_some(()) }).await;
    let told: Vec<_> = store.read_log(0, 10).await.unwrap().into_iter().map(|event| (event.cause, event.correlation)).collect();
    assert_eq!(told, [(None, command.command_id), (Some(effect), command.command_id)]);
    running.stop().await;
    environment.remove().await.unwrap();
}
