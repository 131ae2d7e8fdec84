//! Timers of policies: each fires once for each time it is set, and holds up no other.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use chassis::{
    due,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, TimerKey, Timestamp, Unreadable, Uuid};
use jiff::SignedDuration;

use crate::{due::tell, tally::service};

/// Always the same instant, whatever sets it.
const RINGS_AT: &str = "2026-11-20T11:00:00Z";

/// Every fact sets the same alarm.
struct Alarm;

impl Policy for Alarm {
    const NAME: &'static str = "alarm";
    type Input = (bool, Uuid);
    type State = u8;

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<(bool, Uuid)>, Unreadable> {
        Ok(if message == "timer" { Uuid::from_slice(payload).ok().map(|id| (true, id)) } else { Some((false, aggregate_id)) })
    }

    fn correlate(input: &(bool, Uuid)) -> PolicyKey {
        PolicyKey(input.1.to_string())
    }

    fn react(_: &mut u8, (timer, id): &(bool, Uuid), now: Timestamp) -> Vec<Effect> {
        if *timer {
            return vec![Effect::Command { to: CommandTarget("ring"), body: id.as_bytes().to_vec(), until: None }];
        }
        vec![Effect::Schedule { key: TimerKey(id.to_string()), at: RINGS_AT.parse().unwrap_or(now), input: id.as_bytes().to_vec() }]
    }

    fn encode(state: &u8) -> Vec<u8> {
        vec![*state]
    }

    fn decode(bytes: &[u8]) -> Option<u8> {
        bytes.first().copied()
    }
}

async fn timers(pool: &chassis::Pool) -> i64 {
    sqlx::query_scalar("select count(*) from due where target like 'timer %' and state = 'waiting'").fetch_one(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn k_04_a_timer_that_cannot_be_read_or_has_no_policy_stops_no_other() {
    let environment = TestEnvironment::start().await.unwrap();
    let rung = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&rung);
    let with_policy = service().policy::<Alarm>("identity", "session").executor("ring", move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
        async { Ok(()) }
    });
    let running = environment.service(with_policy).await.unwrap();
    let (pool, store, bad) = (running.kernel().pool.clone(), running.kernel().store.clone(), Uuid::now_v7());
    sqlx::query(
        "insert into due (id, target, key, body, due_at, state, asked_at)
         values (gen_random_uuid(), 'timer gone', 'x', '', '2026-11-20T10:30:00Z', 'waiting', '2026-11-20T10:30:00Z')",
    )
    .execute(&pool)
    .await
    .unwrap();
    tell(&store, bad).await;
    eventually(|| async { (timers(&pool).await == 2).then_some(()) }).await;
    sqlx::query("update policy_state set state = ''").execute(&pool).await.unwrap();
    for _ in 0..3 {
        tell(&store, Uuid::now_v7()).await;
    }
    eventually(|| async { (timers(&pool).await == 5).then_some(()) }).await;
    environment.clock().advance(SignedDuration::from_hours(2));
    eventually(|| async { (rung.load(Ordering::SeqCst) == 3).then_some(()) }).await;
    // The one that could not be read is told at once, the one of nobody after a day: a version that is rolled out may know it.
    let listed = eventually(|| async { due::list(&pool).await.unwrap().pop() }).await;
    assert_eq!((listed.target.as_str(), listed.given_up, listed.error.as_str()), ("timer alarm", true, "the state of alarm cannot be read"));
    environment.clock().advance(SignedDuration::from_hours(25));
    let of_nobody = || async { due::list(&pool).await.unwrap().into_iter().find(|row| row.target == "timer gone") };
    assert_eq!(eventually(of_nobody).await.error, "nobody here performs it");
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_04_a_timer_set_again_for_the_same_instant_fires_again() {
    let environment = TestEnvironment::start().await.unwrap();
    let rung = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&rung);
    let with_policy = service().policy::<Alarm>("identity", "session").executor("ring", move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
        async { Ok(()) }
    });
    let running = environment.service(with_policy).await.unwrap();
    let (store, id) = (running.kernel().store.clone(), Uuid::now_v7());
    environment.clock().advance(SignedDuration::from_hours(2));
    for times in 1..=3 {
        tell(&store, id).await;
        eventually(|| async { (rung.load(Ordering::SeqCst) == times).then_some(()) }).await;
    }
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_04_a_timer_that_a_version_before_has_set_fires() {
    let environment = TestEnvironment::start().await.unwrap();
    let rung = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&rung);
    let first = environment.service(service()).await.unwrap();
    let set = "insert into timers (policy, key, due_at, body) values ('alarm', 'x', '2026-11-20T10:30:00Z', decode(repeat('00', 16), 'hex'))";
    sqlx::query(set).execute(&first.kernel().pool).await.unwrap();
    first.stop().await;
    let with_policy = service().policy::<Alarm>("identity", "session").executor("ring", move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
        async { Ok(()) }
    });
    let running = environment.service(with_policy).await.unwrap();
    environment.clock().advance(SignedDuration::from_hours(1));
    eventually(|| async { (rung.load(Ordering::SeqCst) == 1).then_some(()) }).await;
    running.stop().await;
    environment.remove().await.unwrap();
}
