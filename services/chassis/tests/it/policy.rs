//! Process managers.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use chassis::{
    due::EffectError,
    store::CommandMeta,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, TimerKey, Timestamp, Unreadable, Uuid};
use jiff::SignedDuration;

use crate::tally::{Command, Tally, TallyId, service};

/// An hour after a tally's first fact, adds a thousand to it.
struct Bonus;

impl Policy for Bonus {
    const NAME: &'static str = "bonus";
    type Input = (bool, Uuid);
    type State = u32;

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<(bool, Uuid)>, Unreadable> {
        if message != "timer" {
            return Ok(Some((false, aggregate_id)));
        }
        Uuid::from_slice(payload).map(|id| Some((true, id))).map_err(|_| Unreadable(message.to_owned()))
    }

    fn correlate(input: &(bool, Uuid)) -> PolicyKey {
        PolicyKey(input.1.to_string())
    }

    fn react(state: &mut u32, (timer, id): &(bool, Uuid), now: Timestamp) -> Vec<Effect> {
        *state += 1;
        if *timer {
            return vec![Effect::Command { to: CommandTarget("add"), body: id.as_bytes().to_vec(), until: None }];
        }
        if *state > 1 {
            return vec![];
        }
        let at = now.saturating_add(SignedDuration::from_hours(1)).unwrap_or(now);
        vec![Effect::Schedule { key: TimerKey(id.to_string()), at, input: id.as_bytes().to_vec() }]
    }

    fn encode(state: &u32) -> Vec<u8> {
        state.to_be_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<u32> {
        bytes.try_into().ok().map(u32::from_be_bytes)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timer_survives_a_restart_fires_once_and_its_effect_counts_once() {
    let environment = TestEnvironment::start().await.unwrap();
    let calls = Arc::new(AtomicU32::new(0));
    let with_policy = || {
        let calls = Arc::clone(&calls);
        service().policy::<Bonus>("identity", "session").executor("add", move |kernel, effect| {
            let call = calls.fetch_add(1, Ordering::SeqCst);
            async move {
                let id = TallyId::from_uuid(Uuid::from_slice(&effect.body).map_err(|error| EffectError::Failed(error.to_string()))?);
                let executed = kernel.store.execute::<Tally>(id, Command::Add(1_000), effect.meta()).await;
                executed.map_err(|error| EffectError::Retry(error.to_string()))?;
                // The answer of the first call is lost after the command was executed.
                if call == 0 { Err(EffectError::Retry("the answer was lost".to_owned())) } else { Ok(()) }
            }
        })
    };
    let running = environment.service(with_policy()).await.unwrap();
    let (pool, id) = (running.kernel().pool.clone(), TallyId::from_uuid(Uuid::now_v7()));
    running.kernel().store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    environment
        .eventually(|| async {
            let timers: i64 = sqlx::query_scalar("select count(*) from due where target = 'timer bonus'").fetch_one(&pool).await.unwrap();
            (timers == 1).then_some(())
        })
        .await;
    running.stop().await;

    let running = environment.service(with_policy()).await.unwrap();
    let store = running.kernel().store.clone();
    environment.clock().advance(SignedDuration::from_mins(59));
    assert_eq!(store.load::<Tally>(id).await.unwrap().state.sum, 1);
    environment.clock().advance(SignedDuration::from_mins(2));
    // The clock goes on: what is tried again waits for its pause from when it failed, and that may be after the clock was set.
    let tick = || environment.clock().advance(SignedDuration::from_secs(2));
    eventually(|| async {
        tick();
        (store.load::<Tally>(id).await.unwrap().state.sum == 1_001).then_some(())
    })
    .await;
    eventually(|| async {
        tick();
        (calls.load(Ordering::SeqCst) >= 2).then_some(())
    })
    .await;
    let pool = running.kernel().pool.clone();
    eventually(|| async {
        let done: i64 = sqlx::query_scalar("select count(*) from due where target = 'effect add' and state = 'done'").fetch_one(&pool).await.unwrap();
        (done == 1).then_some(())
    })
    .await;
    assert_eq!(store.load::<Tally>(id).await.unwrap().state.sum, 1_001);
    // Refilling the bus hands the policy every fact again; it does nothing twice.
    running.refill().await.unwrap();
    crate::relay::on_bus(&environment, 2).await;
    let effects: i64 = sqlx::query_scalar("select count(*) from due where target = 'effect add'").fetch_one(&pool).await.unwrap();
    assert_eq!(effects, 1);
    running.stop().await;
    environment.remove().await.unwrap();
}
