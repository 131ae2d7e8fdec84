//! Reading back: an aggregate's state, its history, the log of the service.

use std::time::Duration;

use chassis_domain::{Aggregate, Id};
use sqlx::{AssertSqlSafe, PgExecutor, Row};

use super::{
    EventStore, RawRecorded, Recorded, StoreError,
    recorded::{COLUMNS, column, from_row, with_keys},
    stream_id,
};

/// An aggregate at a version. Version 0: it does not exist.
#[derive(Clone, Debug, Default)]
pub struct Versioned<A> {
    /// The folded state.
    pub state: A,
    /// How many events it is folded from.
    pub version: u64,
}

/// A projection did not reach a position in time.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the read model is behind")]
pub struct Behind;

impl EventStore {
    /// The aggregate as it stands.
    pub async fn load<A: Aggregate>(&self, id: Id<A>) -> Result<Versioned<A>, StoreError> {
        let events = self.history(id).await?;
        let state = A::replay(events.iter().map(|recorded| &recorded.event));
        Ok(Versioned { state, version: events.len() as u64 })
    }

    /// Everything that happened to the aggregate.
    pub async fn history<A: Aggregate>(&self, id: Id<A>) -> Result<Vec<Recorded<A::Event>>, StoreError> {
        let raw = read_stream(&self.inner.pool, &stream_id(A::CATEGORY, id.uuid())).await?;
        decode(with_keys(&self.inner.keyring, raw).await?)
    }

    /// Events behind a position, in order. What has no position yet is not among them.
    pub async fn read_log(&self, after: u64, limit: u32) -> Result<Vec<RawRecorded>, StoreError> {
        let rows = sqlx::query(AssertSqlSafe(format!(
            "select {COLUMNS}, o.position, o.fact_no from outbox o join events e on e.stream_id = o.stream_id and e.version = o.version
             where o.position > $1 order by o.position limit $2"
        )))
        .bind(column(after)?)
        .bind(i64::from(limit))
        .fetch_all(&self.inner.pool)
        .await?;
        let events = rows.iter().map(|row| from_row(row, row.try_get("position")?, row.try_get("fact_no")?)).collect::<Result<_, _>>()?;
        with_keys(&self.inner.keyring, events).await
    }

    /// The newest position that was given.
    pub async fn head(&self) -> Result<u64, StoreError> {
        let position: i64 = sqlx::query_scalar("select position from log_head").fetch_one(&self.inner.pool).await?;
        super::recorded::number(position)
    }

    /// Waits until a following projection has taken in everything up to `position`.
    pub async fn caught_up(&self, position: u64, projection: &str, within: Duration) -> Result<(), Behind> {
        let begun = tokio::time::Instant::now();
        while begun.elapsed() < within {
            let reached: Option<i64> =
                sqlx::query_scalar("select position from read_models where name = $1 and name || '/' || version = any($2) and status = 'active'")
                    .bind(projection)
                    .bind(&self.inner.build.read_models)
                    .fetch_optional(&self.inner.pool)
                    .await
                    .map_err(|_| Behind)?;
            if reached.is_some_and(|reached| u64::try_from(reached).is_ok_and(|reached| reached >= position)) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Err(Behind)
    }
}

/// A whole stream, in order.
pub(crate) async fn read_stream(executor: impl PgExecutor<'_>, stream_id: &str) -> Result<Vec<RawRecorded>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!("select {COLUMNS} from events e where e.stream_id = $1 order by e.version")))
        .bind(stream_id)
        .fetch_all(executor)
        .await?;
    rows.iter().map(|row| from_row(row, None, None)).collect()
}

pub(crate) fn decode<E: chassis_domain::DomainEvent>(raw: Vec<RawRecorded>) -> Result<Vec<Recorded<E>>, StoreError> {
    raw.into_iter().map(|raw| Ok(Recorded { event: raw.decode()?, meta: raw.meta })).collect()
}
