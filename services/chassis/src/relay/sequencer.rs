//! Positions: dense, given after the commit by one leader. A stream's next event draws its `seq` only after the one before
//! it is visible, so the order of `seq` is right within every stream, whatever commits late in others.

use sqlx::{PgConnection, Row};

/// Planned once per connection. A position lost in a crash is given again; whatever depends on it lies later in the same
/// write-ahead log.
const PREPARE: &str = "
    set synchronous_commit = off;
    prepare number_waiting as
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
    select counted.given, head.position + counted.given as position from counted, head";

/// A transaction in one round trip.
///
/// The lock on the head fences a second leader. It is a statement of its own, so that the next one looks at what waits after
/// the lock was had: with the snapshot of before, it would number again what the other leader has just numbered.
const NUMBER: &str = "begin; select position from log_head for update; execute number_waiting; commit";

/// Gives positions, on a connection of its own.
pub struct Sequencer {
    connection: PgConnection,
}

impl Sequencer {
    /// Readies the connection.
    pub async fn new(mut connection: PgConnection) -> Result<Self, sqlx::Error> {
        sqlx::raw_sql(PREPARE).execute(&mut connection).await?;
        Ok(Self { connection })
    }

    /// Gives positions to what waits for one, 500 events at most; how many, and the newest position. A failure leaves the
    /// connection inside its transaction: it is of no use any more.
    pub async fn number(&mut self) -> Result<(u64, u64), sqlx::Error> {
        let rows = sqlx::raw_sql(NUMBER).fetch_all(&mut self.connection).await?;
        let row = rows.last().ok_or(sqlx::Error::RowNotFound)?;
        let (given, position): (i64, i64) = (row.try_get("given")?, row.try_get("position")?);
        Ok((u64::try_from(given).unwrap_or_default(), u64::try_from(position).unwrap_or_default()))
    }

    /// Whether anything waits for a position: a look that takes no lock and writes nothing.
    pub(super) async fn waits(&mut self) -> Result<bool, sqlx::Error> {
        sqlx::query_scalar("select exists (select from outbox where position is null)").fetch_one(&mut self.connection).await
    }

    /// The connection, for what else hangs on it.
    pub(super) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        sqlx::Connection::close(self.connection).await
    }
}
