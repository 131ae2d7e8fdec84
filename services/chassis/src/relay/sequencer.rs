//! Positions: dense, given after the commit by one leader. A stream's next event draws its `seq` only after the one before
//! it is visible, so the order of `seq` is right within every stream, whatever commits late in others.

use std::sync::LazyLock;

use sqlx::{AssertSqlSafe, PgConnection};

use super::{
    RelayError,
    outgoing::{Numbered, numbered},
};

/// Planned once per connection, perhaps while the tables are empty: a plan that reads them whole would go on doing so while they grow,
/// until they are analysed. The way is always the same, what waits in the order of its index and the event of each by its key; and only a
/// plain index scan remembers which entries of the index are dead. A position lost in a crash is given again; whatever depends on it lies
/// later in the same write-ahead log.
static PREPARE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "
    set synchronous_commit = off;
    set enable_seqscan = off;
    set enable_bitmapscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off;
    prepare number_waiting as
    with head as (
        select position from log_head
    ), waiting as (
        select seq, row_number() over (order by seq) as number
        from (select seq from outbox where position is null order by seq limit {BATCH}) as next
    ), numbered as (
        update outbox o set position = head.position + waiting.number from waiting, head where o.seq = waiting.seq
        returning o.position, o.event_id, o.stream_id, o.version, o.fact_no, o.fact_type, o.audience, o.fact
    ), moved as (
        update log_head set position = log_head.position + (select count(*) from numbered) where exists (select from numbered) returning 1
    )
    select o.position, o.event_id, o.stream_id, o.fact_no, o.fact_type, o.audience, o.fact, e.recorded_at, e.meta
    from numbered o join events e on e.stream_id = o.stream_id and e.version = o.version order by o.position"
    )
});

/// Events that are given positions at once, at the most.
pub(super) const BATCH: usize = 500;

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
        sqlx::raw_sql(AssertSqlSafe(PREPARE.as_str())).execute(&mut connection).await?;
        Ok(Self { connection })
    }

    /// Gives positions to what waits for one. A failure leaves the connection inside its transaction: it
    /// is of no use any more.
    pub async fn number(&mut self) -> Result<Vec<Numbered>, RelayError> {
        let rows = sqlx::raw_sql(NUMBER).fetch_all(&mut self.connection).await?;
        // The first row is the lock's.
        Ok(rows.iter().skip(1).map(numbered).collect::<Result<_, _>>()?)
    }

    /// The newest position.
    pub(super) async fn head(&mut self) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("select position from log_head").fetch_one(&mut self.connection).await
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
