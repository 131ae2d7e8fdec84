//! Timers: handed back to their policy when they are due, once, whatever happens in between: firing deletes the timer in the
//! transaction of what follows from it.

use std::time::Duration;

use chassis_domain::Timestamp;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;
use tokio_util::sync::CancellationToken;

use super::AnyPolicy;
use crate::{consumer::HandlerError, database, service::Kernel};

/// A timer that was set meanwhile is found within this time.
const LOOK: Duration = Duration::from_millis(500);
/// After a failure.
const PAUSE: Duration = Duration::from_secs(1);

/// Fires timers until stopped.
pub(crate) async fn fire(kernel: Kernel, policies: Vec<AnyPolicy>, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        let pause = match fire_next(&kernel, &policies).await {
            Ok(true) => continue,
            Ok(false) => next_due(&kernel).await,
            Err(error) => {
                tracing::warn!(service = kernel.name, error = &error as &dyn std::error::Error, "timers.failed");
                PAUSE
            }
        };
        stopping.run_until_cancelled(tokio::time::sleep(pause)).await;
    }
}

/// Fires the earliest timer that is due; `false` when none is.
async fn fire_next(kernel: &Kernel, policies: &[AnyPolicy]) -> Result<bool, HandlerError> {
    let now = kernel.clock.now();
    let mut tx = database::begin(&kernel.pool).await?;
    let row = sqlx::query(
        "delete from timers where (policy, key) = (
             select policy, key from timers where due_at <= $1 order by due_at limit 1 for update skip locked
         ) returning policy, key, due_at, body",
    )
    .bind(now.to_sqlx())
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(false) };
    let policy: String = row.try_get("policy")?;
    let (key, due_at): (String, SqlTimestamp) = (row.try_get("key")?, row.try_get("due_at")?);
    let body: Vec<u8> = row.try_get("body")?;
    // The same timer set for another time is another cause.
    let cause = format!("{key}\0{}", due_at.to_jiff());
    match policies.iter().find(|known| known.name == policy) {
        Some(known) => known.timer_in_tx(&mut tx, &body, &cause, now).await?,
        None => return Err(HandlerError::Park(format!("a timer of {policy}, which is not here"))),
    }
    tx.commit().await?;
    Ok(true)
}

/// How long until the earliest timer, at most until the next look.
async fn next_due(kernel: &Kernel) -> Duration {
    let due: Result<Option<SqlTimestamp>, _> = sqlx::query_scalar("select min(due_at) from timers").fetch_one(&kernel.pool).await;
    let left = |due: Timestamp| Duration::try_from(due.duration_since(kernel.clock.now())).unwrap_or_default();
    due.ok().flatten().map_or(LOOK, |due| left(due.to_jiff()).min(LOOK))
}
