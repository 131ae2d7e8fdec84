//! Epochs of a store. One that was put back from a backup, or lost its last commits in a failover, gives numbers again that consumers have
//! seen. From there on its facts are of a new epoch, which tells them to start over at the new numbers.

use std::collections::HashMap;

use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use futures::{StreamExt, TryStreamExt, stream};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{BusError, Relay, RelayError, headers, outgoing::Outgoing, refill};
use crate::{
    database::{self, Pool},
    store::StoreError,
};

/// Messages that are asked for at once while looking for the last one that the store knows.
const ASKED: u64 = 256;
/// Aggregates whose first number in the newest epoch is remembered.
const REMEMBERED: usize = 100_000;

/// The newest epoch, and where it began.
#[derive(Default)]
pub(super) struct Newest {
    began: Option<Began>,
    /// The number of the first fact in it by aggregate.
    first: HashMap<String, i64>,
}

#[derive(Clone, Copy)]
struct Began {
    epoch: i64,
    after_position: i64,
}

/// The epoch of a fact, and the number of the first fact of that epoch in its aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Epoch {
    pub(super) number: i64,
    pub(super) first: i64,
}

/// The epoch of facts from the beginning on.
const BEGINNING: Epoch = Epoch { number: 1, first: 1 };

impl Newest {
    pub(super) async fn read(pool: &Pool) -> Result<Self, sqlx::Error> {
        let newest: Option<(i64, i64)> =
            sqlx::query_as("select epoch, after_position from epochs order by epoch desc limit 1").fetch_optional(pool).await?;
        let began = newest.map(|(epoch, after_position)| Began { epoch, after_position });
        Ok(Self { began, first: HashMap::new() })
    }

    /// The epoch of a fact. In a store that was never put back, nothing is asked.
    pub(super) async fn of(&mut self, connection: &mut PgConnection, fact: &Outgoing) -> Result<Epoch, sqlx::Error> {
        let Some(began) = self.began else { return Ok(BEGINNING) };
        if fact.position <= began.after_position {
            return earlier(connection, fact).await;
        }
        if let Some(first) = self.first.get(&fact.aggregate_id) {
            return Ok(Epoch { number: began.epoch, first: *first });
        }
        if self.first.len() >= REMEMBERED {
            self.first.clear();
        }
        let first = first_after(connection, fact, began.after_position).await?;
        self.first.insert(fact.aggregate_id.clone(), first);
        Ok(Epoch { number: began.epoch, first })
    }
}

/// The epoch of a fact from before the newest: only seen when the bus is filled again.
async fn earlier(connection: &mut PgConnection, fact: &Outgoing) -> Result<Epoch, sqlx::Error> {
    let of: Option<(i64, i64)> = sqlx::query_as("select epoch, after_position from epochs where after_position < $1 order by epoch desc limit 1")
        .bind(fact.position)
        .fetch_optional(&mut *connection)
        .await?;
    let Some((number, after_position)) = of else { return Ok(BEGINNING) };
    Ok(Epoch { number, first: first_after(connection, fact, after_position).await? })
}

async fn first_after(connection: &mut PgConnection, fact: &Outgoing, after_position: i64) -> Result<i64, sqlx::Error> {
    let before: i64 = sqlx::query_scalar(
        "select coalesce(max(o.fact_no), 0) from events e join outbox o on o.seq = e.seq where e.stream_id = $1 and o.position <= $2",
    )
    .bind(&fact.stream_id)
    .bind(after_position)
    .fetch_one(connection)
    .await?;
    Ok(before + 1)
}

/// Begins a new epoch, for a store that was put back from a backup: whatever it numbers from now on. Its consumers hear everything again
/// that the backup does not know they have heard. The relay of the running service notices within a second.
pub async fn begin_epoch(pool: &Pool) -> Result<(), sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    let head: i64 = sqlx::query_scalar("select position from log_head for update").fetch_one(&mut *tx).await?;
    tx.commit().await?;
    begin_after(pool, head, 0).await
}

pub(super) async fn begin_after(pool: &Pool, position: i64, seen: u64) -> Result<(), sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    // By the clock: a store that is put back for the second time may have forgotten the first, and no number must come again.
    let insert = "insert into epochs (epoch, after_position)
                  select greatest(coalesce(max(epoch), 1) + 1, extract(epoch from clock_timestamp())::bigint), $1 from epochs";
    sqlx::query(insert).bind(position).execute(&mut *tx).await?;
    refill::next_incarnation_in_tx(&mut tx, seen).await?;
    tx.commit().await
}

/// The epoch that the store is in.
pub(crate) async fn current(pool: &Pool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select coalesce(max(epoch), 1) from epochs").fetch_one(pool).await
}

/// The position of the last fact in a stream that the store knows: what the bus has behind it, the store has lost. Looked for from the end.
pub(super) async fn last_known(relay: &Relay, bus: &Stream, last_sequence: u64) -> Result<i64, RelayError> {
    let mut end = last_sequence;
    while end > 0 {
        let begin = end.saturating_sub(ASKED);
        let asked = (begin + 1..=end).map(|sequence| async move {
            match bus.get_raw_message(sequence).await {
                Ok(message) => Ok(event_id(&message.headers)),
                // A stream that was purged lacks some.
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
                Err(error) => Err(BusError::new("looking for the last fact that is known", error)),
            }
        });
        let found: Vec<Option<Uuid>> = stream::iter(asked).buffered(32).try_collect().await?;
        let ids: Vec<Uuid> = found.into_iter().flatten().collect();
        let (known, without): (Option<i64>, i64) = sqlx::query_as(
            "select max(o.position), count(*) filter (where o.position is null)
             from events e join outbox o on o.seq = e.seq where e.event_id = any($1)",
        )
        .bind(ids)
        .fetch_one(&relay.pool)
        .await?;
        if without > 0 {
            // Their numbers went with a crash, and come again in a moment.
            return Err(StoreError::Inconsistent("facts that the bus has are not numbered again yet").into());
        }
        if let Some(position) = known {
            return Ok(position);
        }
        end = begin;
    }
    Ok(0)
}

/// The event that a message was made of.
pub(super) fn event_id(map: &async_nats::HeaderMap) -> Option<Uuid> {
    map.get(headers::ID).and_then(|id| Uuid::try_parse(id.as_str()).ok())
}
