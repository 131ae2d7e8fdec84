//! Throwing the bus away: everything is published again, into a new stream. A purged one would still swallow the old
//! message ids, and durable consumers would skip what is new until it passes their old mark.

use crate::database::{self, Pool, Tx};

/// Starts a new incarnation of the bus. The leader notices within a second, in whatever process it runs.
pub async fn refill(pool: &Pool) -> Result<(), sqlx::Error> {
    next_incarnation(pool, 0).await
}

/// Begins the incarnation after all that were: after the store's own, and after `seen`, the newest on the bus, which a store that was put back
/// from a backup does not know of.
pub(super) async fn next_incarnation(pool: &Pool, seen: u64) -> Result<(), sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    next_incarnation_in_tx(&mut tx, seen).await?;
    tx.commit().await
}

/// What was held back is found anew on the way.
pub(super) async fn next_incarnation_in_tx(tx: &mut Tx<'_>, seen: u64) -> Result<(), sqlx::Error> {
    sqlx::query("update log_head set incarnation = greatest(incarnation, $1) + 1, bus_position = 0")
        .bind(i64::try_from(seen).unwrap_or_default())
        .execute(&mut **tx)
        .await?;
    sqlx::query("delete from unpublished").execute(&mut **tx).await?;
    Ok(())
}
