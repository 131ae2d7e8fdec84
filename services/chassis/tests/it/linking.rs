//! The access log when clocks disagree and when it grows a column, and keys when a clock is set back.

use chassis::{
    access::{AccessEntry, Verdict, verify},
    sealing::{Keyring, Needs, Sealing},
    service::Running,
    store::{CommandMeta, TraceContext},
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{Actor, Opener, PersonId, RetentionClass, Sealer, Uuid};
use jiff::SignedDuration;

use crate::tally::{Command, Tally, TallyId, service};

async fn see(running: &Running) {
    let id = TallyId::from_uuid(Uuid::now_v7());
    let entry = AccessEntry {
        method: "/kajo.test.v1.Test/Test",
        actor: Actor::system(),
        on_behalf_of: None,
        subject: None,
        object_kind: "tally",
        object_id: Some(id.uuid()),
        ground: "test",
        trace: TraceContext::default(),
    };
    let meta = CommandMeta::system(Uuid::now_v7()).with_access(entry);
    running.kernel().store.execute::<Tally>(id, Command::Add(1), meta).await.unwrap();
}

async fn whole(running: &Running, links: u64) {
    eventually(|| async { (verify(&running.kernel().pool, "identity").await.unwrap() == Verdict::Whole { links }).then_some(()) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_07_a_row_from_a_clock_an_hour_ahead_holds_no_later_row_back() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    see(&running).await;
    whole(&running, 1).await;
    // One process goes an hour ahead ..
    environment.clock().advance(SignedDuration::from_hours(1));
    see(&running).await;
    whole(&running, 2).await;
    // .. and the others, or itself once it is set right, write what is older by its clock.
    environment.clock().advance(SignedDuration::from_hours(-1));
    see(&running).await;
    whole(&running, 3).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_07_a_column_that_the_access_log_gets_later_breaks_no_link() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    see(&running).await;
    whole(&running, 1).await;
    sqlx::query("alter table access_log add column later text").execute(&running.kernel().pool).await.unwrap();
    see(&running).await;
    whole(&running, 2).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_07_a_clock_that_is_set_back_lengthens_no_trust_in_a_key() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let kernel = running.kernel();
    let elsewhere = Keyring::new(kernel.pool.clone(), environment.environment().key_encryption_key.clone(), kernel.clock.clone(), kernel.ids.clone());
    let somebody = PersonId::from_uuid(Uuid::now_v7());
    let needs = Needs::from([(somebody, RetentionClass::CareRecord)]);
    let keys = kernel.keyring.seal(&needs).await.unwrap();
    let sealed = Sealing::new(&keys, &kernel.ids).seal(somebody, RetentionClass::CareRecord, b"Hei");
    environment.clock().advance(SignedDuration::from_hours(-1));
    elsewhere.destroy(somebody, RetentionClass::CareRecord).await.unwrap();
    environment.clock().advance(SignedDuration::from_mins(6));
    let opened = kernel.keyring.open(&needs).await.unwrap().open(&sealed);
    assert_eq!(opened, None, "a destroyed key was trusted after its five minutes");
    running.stop().await;
    environment.remove().await.unwrap();
}
