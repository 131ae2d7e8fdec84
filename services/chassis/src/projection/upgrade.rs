//! A read model whose version was raised since it was last filled is rebuilt before its service answers anybody.

use std::sync::Arc;

use super::{InlineProjection, Mode, RebuildError, rebuild};
use crate::{database, store::EventStore};

/// Brings one read model to the version of this build. Processes that start together take turns, and the first one does the work.
///
/// # Errors
/// When the rebuild fails. What is read is as it was.
pub(crate) async fn upgrade(store: &EventStore, projection: &Arc<dyn InlineProjection>, mode: Mode) -> Result<(), RebuildError> {
    // The first version has never been anything else.
    if projection.version() < 2 {
        return Ok(());
    }
    let mut turn = database::begin(&store.inner.pool).await?;
    sqlx::query("select pg_advisory_xact_lock(hashtextextended('upgrade of read models', 0))").execute(&mut *turn).await?;
    let known: bool = sqlx::query_scalar("select exists (select from projection_state where name = $1 and version = $2)")
        .bind(projection.name())
        .bind(i32::try_from(projection.version()).unwrap_or(i32::MAX))
        .fetch_one(&mut *turn)
        .await?;
    if !known {
        let report = rebuild(store, projection, mode).await?;
        tracing::info!(projection = projection.name(), version = projection.version(), events = report.events, "projection.upgraded");
    }
    turn.commit().await?;
    Ok(())
}
