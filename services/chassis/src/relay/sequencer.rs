//! Positions: dense, given after the commit by one leader. A stream's next event draws its `seq` only after the one before
//! it is visible, so the order of `seq` is right within every stream, whatever commits late in others.

use sqlx::{PgPool, Row};

use crate::access;

/// Events numbered in one transaction.
const BATCH: i64 = 500;

/// Gives positions to what waits for one; how many, and the newest position. Also links the access log.
pub async fn sequence(pool: &PgPool) -> Result<(u64, u64), sqlx::Error> {
    let mut tx = pool.begin().await?;
    // The lock on the head fences a second leader. It is a statement of its own, so that the next one looks at what waits after
    // the lock was had: with the snapshot of before, it would number again what the other leader has just numbered.
    // A position lost in a crash is given again; whatever depends on it lies later in the same write-ahead log.
    sqlx::query("select set_config('synchronous_commit', 'off', true), position from log_head for update").execute(&mut *tx).await?;
    let row = sqlx::query(
        "with head as (
             select position from log_head
         ), waiting as (
             select seq, row_number() over (order by seq) as number
             from (select seq from outbox where position is null order by seq limit $1) as next
         ), numbered as (
             update outbox o set position = head.position + waiting.number from waiting, head where o.seq = waiting.seq returning 1
         ), counted as (
             select count(*) as given from numbered
         ), moved as (
             update log_head set position = log_head.position + counted.given from counted returning log_head.position
         )
         select counted.given, moved.position from counted, moved",
    )
    .bind(BATCH)
    .fetch_one(&mut *tx)
    .await?;
    access::chain::link_in_tx(&mut tx).await?;
    tx.commit().await?;
    let (given, position): (i64, i64) = (row.try_get("given")?, row.try_get("position")?);
    Ok((u64::try_from(given).unwrap_or_default(), u64::try_from(position).unwrap_or_default()))
}
