//! Following the log by position, with the checkpoint in the same transaction as the rows.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{InlineProjection, ProjectionError, builds::column};
use crate::{
    database::{self, Pool},
    service::beat,
    store::{EventStore, StoreError},
};

/// Events in one transaction.
const BATCH: u32 = 500;
/// After a failure.
const PAUSE: Duration = Duration::from_secs(1);
/// Positions given by another process are found by looking this often.
const LOOK: Duration = Duration::from_secs(1);

/// Why a batch was not taken in.
#[derive(Debug, thiserror::Error)]
enum Stopped {
    #[error("the store failed")]
    Store(#[from] StoreError),
    #[error("the projection failed")]
    Projection(#[from] ProjectionError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// Follows until stopped. An event that cannot be taken in stops this projection alone, is said aloud and tried again.
pub(crate) async fn follow(store: EventStore, projection: Arc<dyn InlineProjection>, mut head: watch::Receiver<u64>, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        beat();
        head.mark_unchanged();
        match take_batch(&store, projection.as_ref()).await {
            Ok(0) => {
                // No database future is cancelled here.
                let _ = stopping.run_until_cancelled(tokio::time::timeout(LOOK, head.changed())).await;
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(projection = projection.name(), error = &error as &dyn std::error::Error, "projection.stopped");
                note_failure(&store.inner.pool, projection.as_ref(), &error).await;
                stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
            }
        }
    }
}

async fn take_batch(store: &EventStore, projection: &dyn InlineProjection) -> Result<usize, Stopped> {
    let pool = &store.inner.pool;
    let mut tx = database::begin(pool).await?;
    // The row is the lock: two processes with this projection take turns.
    let position: i64 = sqlx::query_scalar("select position from read_models where name = $1 and version = $2 for update")
        .bind(projection.name())
        .bind(column(projection))
        .fetch_one(&mut *tx)
        .await?;
    let events = store.read_log(u64::try_from(position).unwrap_or_default(), BATCH).await?;
    projection.apply_in_tx(&mut tx, &events).await?;
    if let Some(last) = events.last().and_then(|event| event.position) {
        sqlx::query("update read_models set position = $3, status = 'active', error = null where name = $1 and version = $2")
            .bind(projection.name())
            .bind(column(projection))
            .bind(i64::try_from(last).unwrap_or(i64::MAX))
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    Ok(events.len())
}

async fn note_failure(pool: &Pool, projection: &dyn InlineProjection, error: &Stopped) {
    let noted = sqlx::query("update read_models set status = 'failed', error = $3 where name = $1 and version = $2")
        .bind(projection.name())
        .bind(column(projection))
        .bind(error.to_string())
        .execute(pool)
        .await;
    if let Err(error) = noted {
        tracing::warn!(error = &error as &dyn std::error::Error, "projection.failure_not_noted");
    }
}
