//! Performing one row and settling it. Whatever goes wrong with it is told in its row.

use std::time::Duration;

use chassis_domain::Timestamp;
use jiff::SignedDuration;
use tokio::task::JoinError;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use super::{Effect, EffectError, Executor, Job, Lane, job, row::Claimed, table};
use crate::{
    clock::Ids,
    consumer::HandlerError,
    database,
    policy::AnyPolicy,
    service::Kernel,
    store::TraceContext,
    telemetry::{self, metrics},
};

/// The longest pause between two tries.
const LONGEST: SignedDuration = SignedDuration::from_mins(5);

/// How long one that was cut off may take to let go; it does so at once, unless it holds on to its thread.
const LETTING_GO: Duration = Duration::from_secs(1);

/// Somebody who performs something.
#[derive(Clone)]
pub(super) struct Target {
    /// As its rows have it.
    pub(super) key: String,
    /// As people know it.
    pub(super) name: &'static str,
    pub(super) lane: Lane,
    pub(super) work: Work,
}

/// What it is that they perform.
#[derive(Clone)]
pub(super) enum Work {
    Effect(Executor),
    Timer(AnyPolicy),
    Job(Job),
}

/// How the rows of an executor name it.
pub(crate) fn of_effect(target: &str) -> String {
    format!("effect {target}")
}

/// How timers name their policy.
pub(crate) fn of_timer(policy: &str) -> String {
    format!("timer {policy}")
}

/// Why something did not come to its end.
enum Undone {
    Later(String),
    Never(String),
}

/// Performs a row and settles it. A database that fails meanwhile leaves it to whoever finds its lease ended.
pub(super) async fn perform(kernel: Kernel, target: Target, claimed: Claimed) {
    let service = kernel.name;
    let span = tracing::info_span!("due", otel.kind = "internal", service, target = target.key);
    telemetry::continue_trace(&span, &claimed.trace);
    let begun = kernel.clock.now();
    let performed = performed(&kernel, &target, &claimed).instrument(span.clone()).await;
    let settled = settle(&kernel, &target, &claimed, begun, performed).instrument(span).await;
    match settled {
        Ok(true) => {}
        Ok(false) => tracing::warn!(service, target = target.key, id = %claimed.id, "due.settled_by_another"),
        Err(error) => tracing::warn!(service, target = target.key, id = %claimed.id, error = &error as &dyn std::error::Error, "due.not_settled"),
    }
}

/// In a task of its own, so that one that panics, or never lets go of its thread, is one that failed.
async fn performed(kernel: &Kernel, target: &Target, claimed: &Claimed) -> Result<(), Undone> {
    let (own, work, row) = (kernel.clone(), target.work.clone(), claimed.clone());
    let mut task = AbortOnDropHandle::new(tokio::spawn(async move { work.begin(own, row).await }.in_current_span()));
    match tokio::time::timeout(target.lane.patience, &mut task).await {
        Ok(Ok(done)) => done,
        Ok(Err(error)) => Err(Undone::Later(ended(&error).to_owned())),
        Err(_) => {
            task.abort();
            // Its place in the lane is free when it has let go, so that no more than the lane's width are at the other system at once.
            let _ = tokio::time::timeout(LETTING_GO, &mut task).await;
            Err(Undone::Later(format!("it took longer than {:?}", target.lane.patience)))
        }
    }
}

/// What a panic says may name what nobody else should read: it is not repeated here.
fn ended(error: &JoinError) -> &'static str {
    if error.is_panic() { "it panicked" } else { "it was cut off" }
}

impl Work {
    async fn begin(self, kernel: Kernel, row: Claimed) -> Result<(), Undone> {
        match self {
            Self::Effect(executor) => {
                let trace = Some(telemetry::current_trace()).filter(|trace| *trace != TraceContext::default()).unwrap_or(row.trace);
                let effect = Effect { id: row.id, body: row.body, due_at: row.due_at, tries: row.tries, cause: row.cause, trace };
                executor(kernel, effect).await.map_err(|error| match error {
                    EffectError::Retry(reason) => Undone::Later(reason),
                    EffectError::Failed(reason) => Undone::Never(reason),
                })
            }
            Self::Timer(policy) => fire(&kernel, &policy, &row).await.map_err(|error| match error {
                HandlerError::Park(reason) => Undone::Never(reason),
                HandlerError::Retry(_) | HandlerError::Database(_) => Undone::Later(error.to_string()),
            }),
            Self::Job(job) => job::run(&job, kernel).await.map_err(|error| Undone::Later(format!("{error:#}"))),
        }
    }
}

/// Hands a timer to its policy. It has fired when what follows from it is committed, and not before.
async fn fire(kernel: &Kernel, policy: &AnyPolicy, row: &Claimed) -> Result<(), HandlerError> {
    let now = kernel.clock.now();
    let cause = super::Cause { name: row.id.to_string(), event: row.cause, trace: row.trace.clone() };
    let mut tx = database::begin(&kernel.pool).await?;
    policy.timer_in_tx(&mut tx, &row.body, &cause, now).await?;
    // Last, so that a policy that sets or forgets its timers takes its locks in the same order.
    if table::settle_timer_in_tx(&mut tx, row.id, row.lease, now).await? {
        tx.commit().await?;
        kernel.due.told.notify_one();
    } else {
        tx.rollback().await?;
    }
    Ok(())
}

async fn settle(kernel: &Kernel, target: &Target, claimed: &Claimed, begun: Timestamp, performed: Result<(), Undone>) -> Result<bool, sqlx::Error> {
    let (pool, now) = (&kernel.pool, kernel.clock.now());
    let count = |what| metrics::count(what, kernel.name, target.name);
    let (id, lease) = (claimed.id, claimed.lease);
    match (&target.work, performed) {
        (Work::Effect(_), Ok(())) => {
            count("kajo_due_done_total");
            table::settle_done(pool, id, lease, now).await
        }
        (Work::Timer(_), Ok(())) => {
            count("kajo_due_done_total");
            Ok(true)
        }
        (Work::Job(job), Ok(())) => {
            count("kajo_due_done_total");
            // What became due while it was at work is for the next time.
            table::settle_job(pool, claimed, now, job.every.next(begun), None).await
        }
        // A job comes again anyhow, and is never given up.
        (Work::Job(job), Err(Undone::Later(reason) | Undone::Never(reason))) => {
            count("kajo_due_failed_total");
            tracing::error!(service = kernel.name, target = target.key, tries = claimed.tries, reason, "due.job_failed");
            let next = after_pause(&kernel.ids, claimed.tries, now).min(job.every.next(now));
            table::settle_job(pool, claimed, now, next, Some(&reason)).await
        }
        (Work::Effect(_) | Work::Timer(_), Err(Undone::Later(reason))) => {
            let again_at = after_pause(&kernel.ids, claimed.tries, now);
            let limit = claimed.until.unwrap_or_else(|| claimed.asked_at.saturating_add(target.lane.limit).unwrap_or(now));
            if again_at > limit {
                count("kajo_due_given_up_total");
                tracing::error!(service = kernel.name, target = target.key, %id, tries = claimed.tries, reason, "due.given_up");
                return table::settle_given_up(pool, id, lease, now, &reason).await;
            }
            count("kajo_due_failed_total");
            tracing::warn!(service = kernel.name, target = target.key, %id, tries = claimed.tries, reason, "due.tried_again");
            table::settle_later(pool, id, lease, again_at, &reason).await
        }
        (Work::Effect(_) | Work::Timer(_), Err(Undone::Never(reason))) => {
            count("kajo_due_given_up_total");
            tracing::error!(service = kernel.name, target = target.key, %id, tries = claimed.tries, reason, "due.given_up");
            table::settle_given_up(pool, id, lease, now, &reason).await
        }
    }
}

/// 1 s, 2 s, 4 s .. up to five minutes, a fifth more or less: what failed together does not come back together.
fn after_pause(ids: &Ids, tries: u32, now: Timestamp) -> Timestamp {
    let pause = SignedDuration::from_secs(1 << tries.saturating_sub(1).min(9)).min(LONGEST);
    let [chance] = ids.bytes::<1>();
    let pause = pause.as_millis() * (800 + i128::from(chance) * 400 / 255) / 1_000;
    now.saturating_add(SignedDuration::from_millis(i64::try_from(pause).unwrap_or(i64::MAX))).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_five_minutes_and_differ_by_a_fifth() {
        let pauses = |tries| {
            let ids = Ids::system();
            let of_one = || after_pause(&ids, tries, Timestamp::UNIX_EPOCH).as_millisecond();
            let all: Vec<_> = (0..200).map(|_| of_one()).collect();
            (all.iter().copied().min().unwrap(), all.iter().copied().max().unwrap())
        };
        for (tries, seconds) in [(1, 1), (2, 2), (5, 16), (9, 256), (10, 300), (1_000, 300)] {
            let (shortest, longest) = pauses(tries);
            assert!(shortest >= seconds * 800 && longest <= seconds * 1_200, "{tries}: {shortest} to {longest}");
            assert!(longest - shortest > seconds * 100, "{tries}: {shortest} to {longest}");
        }
    }
}
