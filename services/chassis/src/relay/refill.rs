//! Throwing the bus away: everything is published again, into a new stream. A purged one would still swallow the old
//! message ids, and durable consumers would skip what is new until it passes their old mark.

use crate::database::{self, Pool};

/// Starts a new incarnation of the bus. The leader notices within a second, in whatever process it runs.
pub async fn refill(pool: &Pool) -> Result<(), sqlx::Error> {
    next_incarnation(pool).await
}

pub(super) async fn next_incarnation(pool: &Pool) -> Result<(), sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    sqlx::query("update log_head set incarnation = incarnation + 1, bus_position = 0").execute(&mut *tx).await?;
    tx.commit().await
}
