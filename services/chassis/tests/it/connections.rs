//! How many connections a service takes when everybody comes at once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chassis::{projection::Folded, store::CommandMeta, testkit::TestEnvironment};
use chassis_domain::{PersonId, Uuid};
use futures::future::join_all;

use crate::tally::{Command, FoldedTallies, Tally, TallyId, service};

/// What a server gives by default, without those that it keeps for its superuser.
const GIVEN: i64 = 97;
/// Services of the embedded platform.
const SERVICES: i64 = 7;

#[tokio::test(flavor = "multi_thread")]
async fn k_17_seven_services_under_load_fit_within_the_connections_of_one_server() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service().inline(Folded(FoldedTallies))).await.unwrap();
    let (store, pool) = (&running.kernel().store, &running.kernel().pool);
    let done = Arc::new(AtomicBool::new(false));
    let counting = tokio::spawn({
        let (done, mut apart) = (Arc::clone(&done), pool.apart().await.unwrap());
        async move {
            let mut most = 0_i64;
            while !done.load(Ordering::SeqCst) {
                let now: i64 = sqlx::query_scalar(
                    "select count(*) from pg_stat_activity where datname = current_database() \
                     and backend_type = 'client backend' and pid <> pg_backend_pid()",
                )
                .fetch_one(&mut apart)
                .await
                .unwrap();
                most = most.max(now);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            most
        }
    });
    // Single statements, transactions, and in each of them a key that nobody has yet.
    let commands = (0..100).map(|turn| async move {
        let id = TallyId::from_uuid(Uuid::now_v7());
        let note = Command::NoteAbout(PersonId::from_uuid(Uuid::now_v7()));
        if turn % 2 == 0 {
            store.execute::<Tally>(id, note, CommandMeta::system(Uuid::now_v7())).await.unwrap();
        } else {
            let meta = CommandMeta::system(Uuid::now_v7());
            let unit = store.transact::<(), crate::tally::Refused, _>(meta, move |unit| {
                let note = note.clone();
                Box::pin(async move {
                    unit.execute::<Tally>(id, &note).await?;
                    sqlx::query("select pg_sleep(0.01)").execute(&mut **unit.tx()).await.map_err(chassis::store::StoreError::from)?;
                    Ok(())
                })
            });
            unit.await.unwrap();
        }
    });
    join_all(commands).await;
    done.store(true, Ordering::SeqCst);
    let most = counting.await.unwrap();
    assert!(most * SERVICES <= GIVEN, "one service takes {most} connections, seven take {}", most * SERVICES);
    running.stop().await;
    environment.remove().await.unwrap();
}
