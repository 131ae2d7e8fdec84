//! A queue is archived while somebody writes to it.

use chassis::{database, store::CommandMeta, testkit::eventually};
use chassis_domain::demo_id;
use conversations::category::{Category, CategoryId, Command, SubcategoryId};

use crate::world::{World, question, reason};

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_that_is_archived_while_a_message_is_begun_takes_it_before_that_or_not_at_all() {
    let world = World::start().await;
    let kernel = world.running.kernel().clone();
    let resident = world.resident("Aino Nieminen");
    // A table that is written for a new conversation holds it up: its queue was looked at, and nothing is committed.
    let mut held = database::begin(&kernel.pool).await.unwrap();
    sqlx::query("lock table my_conversations in share row exclusive mode").execute(&mut *held).await.unwrap();
    let waiting = || async {
        let count = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        sqlx::query_scalar::<_, i64>(count).fetch_one(&kernel.pool).await.unwrap()
    };
    let begun = tokio::spawn({
        let resident = resident.clone();
        async move { resident.start(question("Opening hours", "When?")).await }
    });
    eventually(|| async { (waiting().await == 1).then_some(()) }).await;

    let archiving = tokio::spawn({
        let kernel = kernel.clone();
        async move {
            let category = CategoryId::from_uuid(demo_id("category", "health-station"));
            let archive = Command::Archive { subcategory: Some(SubcategoryId::from_uuid(demo_id("queue", "health-station/nurse"))) };
            let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
            kernel.store.execute::<Category>(category, archive, meta).await
        }
    });
    eventually(|| async { (archiving.is_finished() || waiting().await == 2).then_some(()) }).await;
    let was_archived_before = archiving.is_finished();
    held.rollback().await.unwrap();
    let begun = begun.await.unwrap();
    archiving.await.unwrap().unwrap();
    assert!(!(was_archived_before && begun.is_ok()), "an archived queue got a conversation");

    let refused = resident.start(question("Too late", "Is it still open?")).await.unwrap_err();
    assert_eq!(reason(&refused), "queue_closed");
    world.end().await;
}
