//! Performing what policies decided: oldest first, again with growing pauses, given up never silently.

use std::time::Duration;

use jiff::SignedDuration;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{EffectError, Executors};
use crate::{database, service::Kernel};

/// New effects are found by looking this often; they are waited for in process first.
const LOOK: Duration = Duration::from_millis(250);
/// After a failure of the database.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest pause between two tries.
const LONGEST: SignedDuration = SignedDuration::from_mins(5);

/// Performs effects until stopped.
pub(crate) async fn perform(kernel: Kernel, executors: Executors, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        match perform_next(&kernel, &executors).await {
            Ok(true) => {}
            Ok(false) => {
                stopping.run_until_cancelled(tokio::time::sleep(LOOK)).await;
            }
            Err(error) => {
                tracing::warn!(service = kernel.name, error = &error as &dyn std::error::Error, "effects.failed");
                stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
            }
        }
    }
}

/// One effect that is due; `false` when none is. Two processes take different ones. The executor's work is its own command:
/// when this transaction is lost after it, it is called again with the same id.
async fn perform_next(kernel: &Kernel, executors: &Executors) -> Result<bool, sqlx::Error> {
    let now = kernel.clock.now();
    let mut tx = database::begin(&kernel.pool).await?;
    let row = sqlx::query(
        "select effect_id, target, body, tries from effects where state = 'waiting' and due_at <= $1
         order by due_at, effect_id limit 1 for update skip locked",
    )
    .bind(now.to_sqlx())
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(false) };
    let effect_id: Uuid = row.try_get("effect_id")?;
    let tries = row.try_get::<i32, _>("tries")? + 1;
    let (state, error, due_at) = match execute(kernel, executors, effect_id, &row).await? {
        Ok(()) => ("done", None, now),
        Err(EffectError::Retry(reason)) => ("waiting", Some(reason), now.saturating_add(pause(tries)).unwrap_or(now)),
        Err(EffectError::Failed(reason)) => ("failed", Some(reason), now),
    };
    if let Some(reason) = &error {
        tracing::warn!(service = kernel.name, %effect_id, tries, reason, "effect.not_performed");
    }
    sqlx::query("update effects set state = $2, error = $3, due_at = $4, tries = $5 where effect_id = $1")
        .bind(effect_id)
        .bind(state)
        .bind(error)
        .bind(SqlTimestamp::from(due_at))
        .bind(tries)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(true)
}

async fn execute(kernel: &Kernel, executors: &Executors, effect_id: Uuid, row: &PgRow) -> Result<Result<(), EffectError>, sqlx::Error> {
    let target: String = row.try_get("target")?;
    let body: Vec<u8> = row.try_get("body")?;
    Ok(match executors.get(target.as_str()) {
        Some(executor) => executor(kernel.clone(), effect_id, body).await,
        None => Err(EffectError::Failed(format!("no executor for {target}"))),
    })
}

/// 1 s, 2 s, 4 s .. up to five minutes.
fn pause(tries: i32) -> SignedDuration {
    let doubled = u32::try_from(tries.saturating_sub(1)).unwrap_or_default().min(9);
    SignedDuration::from_secs(1 << doubled).min(LONGEST)
}
