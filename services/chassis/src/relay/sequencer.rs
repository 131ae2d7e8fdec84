//! Positions: dense, given after the commit by one leader. A stream's next event draws its `seq` only after the one before
//! it is visible, so the order of `seq` is right within every stream, whatever commits late in others.

use sqlx::{PgPool, Row};

/// The whole transaction in one round trip. Numbers 500 events at most.
///
/// The lock on the head fences a second leader. It is a statement of its own, so that the next one looks at what waits after
/// the lock was had: with the snapshot of before, it would number again what the other leader has just numbered.
/// A position lost in a crash is given again; whatever depends on it lies later in the same write-ahead log.
const SEQUENCE: &str = "
    begin;
    set local synchronous_commit = off;
    select position from log_head for update;
    with head as (
        select position from log_head
    ), waiting as (
        select seq, row_number() over (order by seq) as number
        from (select seq from outbox where position is null order by seq limit 500) as next
    ), numbered as (
        update outbox o set position = head.position + waiting.number from waiting, head where o.seq = waiting.seq returning 1
    ), counted as (
        select count(*) as given from numbered
    ), moved as (
        update log_head set position = log_head.position + counted.given from counted where counted.given > 0 returning 1
    )
    select counted.given, head.position + counted.given as position from counted, head;
    commit";

/// Gives positions to what waits for one; how many, and the newest position.
pub async fn sequence(pool: &PgPool) -> Result<(u64, u64), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let rows = match sqlx::raw_sql(SEQUENCE).fetch_all(&mut *connection).await {
        Ok(rows) => rows,
        Err(error) => {
            sqlx::raw_sql("rollback").execute(&mut *connection).await?;
            return Err(error);
        }
    };
    let row = rows.last().ok_or(sqlx::Error::RowNotFound)?;
    let (given, position): (i64, i64) = (row.try_get("given")?, row.try_get("position")?);
    Ok((u64::try_from(given).unwrap_or_default(), u64::try_from(position).unwrap_or_default()))
}

/// Whether anything waits for a position: a look that takes no lock and writes nothing.
pub(super) async fn waits(pool: &PgPool) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from outbox where position is null)").fetch_one(pool).await
}
