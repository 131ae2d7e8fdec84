//! From the outbox to JetStream, in order, from where the bus has got to.

use std::time::Duration;

use async_nats::{HeaderMap, jetstream::stream::Stream};
use bytes::Bytes;
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{Row, postgres::PgRow, types::Json};
use tokio_util::sync::CancellationToken;

use super::{Relay, RelayError, bus_stream::Outgoing, refill};
use crate::{
    relay::BusError,
    store::{StoreError, StoredMeta},
};

/// Facts on their way at once.
const WINDOW: i64 = 256;
/// After a failure.
const PAUSE: Duration = Duration::from_millis(200);
/// A stream that vanished while nothing was published is noticed within this time.
const CHECK: Duration = Duration::from_secs(1);

/// Publishes until stopped; starts over after any failure.
pub(super) async fn run(relay: Relay, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = publish(&relay, &stopping).await {
            tracing::warn!(service = relay.service, error = &error as &dyn std::error::Error, "relay.publishing_failed");
            stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
        }
    }
}

/// Where the bus has got to.
struct Place {
    incarnation: u64,
    bus_position: i64,
}

async fn publish(relay: &Relay, stopping: &CancellationToken) -> Result<(), RelayError> {
    let mut head = relay.head.subscribe();
    let (mut stream, mut place) = open(relay).await?;
    // What was published and not noted before a crash comes again; its message ids are swallowed, which breaks the chain of
    // sequences. So the first facts go one by one.
    let mut chained = false;
    let mut checked = tokio::time::Instant::now();
    while !stopping.is_cancelled() {
        head.mark_unchanged();
        let facts = waiting(relay, &place).await?;
        if let Some(last) = facts.last().map(|(position, _)| *position) {
            send(relay, &mut stream, &place, facts, chained).await?;
            note(relay, &mut place, last).await?;
            chained = true;
            continue;
        }
        // No database future is cancelled here.
        let _ = stopping.run_until_cancelled(tokio::time::timeout(CHECK, head.changed())).await;
        if checked.elapsed() >= CHECK {
            checked = tokio::time::Instant::now();
            if read_place(relay).await?.incarnation != place.incarnation || relay.bus.find(relay.service, place.incarnation).await?.is_none() {
                (stream, place) = open(relay).await?;
                chained = false;
            }
        }
    }
    Ok(())
}

/// The stream to publish into. One that should be there and is not was wiped: it is filled anew, in a new incarnation.
async fn open(relay: &Relay) -> Result<(Stream, Place), RelayError> {
    let mut place = read_place(relay).await?;
    if let Some(stream) = relay.bus.find(relay.service, place.incarnation).await? {
        return Ok((stream, place));
    }
    if place.bus_position > 0 {
        tracing::warn!(service = relay.service, incarnation = place.incarnation, "relay.bus_was_wiped");
        refill::next_incarnation(&relay.pool).await?;
        place = read_place(relay).await?;
    }
    Ok((relay.bus.create(relay.service, place.incarnation).await?, place))
}

async fn read_place(relay: &Relay) -> Result<Place, RelayError> {
    let row = sqlx::query("select incarnation, bus_position from log_head").fetch_one(&relay.pool).await?;
    let incarnation: i64 = row.try_get("incarnation")?;
    let incarnation = u64::try_from(incarnation).map_err(|_| StoreError::Inconsistent("a negative incarnation"))?;
    Ok(Place { incarnation, bus_position: row.try_get("bus_position")? })
}

/// The next events by position; those that are no facts come without one.
async fn waiting(relay: &Relay, place: &Place) -> Result<Vec<(i64, Option<Outgoing>)>, RelayError> {
    let rows = sqlx::query(
        "select o.position, o.event_id, o.fact_no, o.fact_type, o.audience, o.fact, o.stream_id, e.recorded_at, e.meta
         from outbox o join events e on e.stream_id = o.stream_id and e.version = o.version
         where o.position > $1 order by o.position limit $2",
    )
    .bind(place.bus_position)
    .bind(WINDOW)
    .fetch_all(&relay.pool)
    .await?;
    rows.iter().map(|row| Ok((row.try_get("position")?, outgoing(row)?))).collect()
}

fn outgoing(row: &PgRow) -> Result<Option<Outgoing>, StoreError> {
    let Some(payload) = row.try_get::<Option<Vec<u8>>, _>("fact")? else { return Ok(None) };
    let stream_id: String = row.try_get("stream_id")?;
    let Json(meta): Json<StoredMeta> = row.try_get("meta")?;
    let recorded_at: SqlTimestamp = row.try_get("recorded_at")?;
    let id_at = stream_id.len().saturating_sub(36);
    Ok(Some(Outgoing {
        event_id: row.try_get("event_id")?,
        aggregate_id: stream_id.get(id_at..).unwrap_or_default().to_owned(),
        fact_no: row.try_get("fact_no")?,
        position: row.try_get("position")?,
        fact_type: row.try_get("fact_type")?,
        audience: row.try_get::<Option<Vec<String>>, _>("audience")?.unwrap_or_default(),
        recorded_at: recorded_at.to_jiff().to_string(),
        trace: meta.trace,
        payload,
    }))
}

async fn send(relay: &Relay, stream: &mut Stream, place: &Place, facts: Vec<(i64, Option<Outgoing>)>, chained: bool) -> Result<(), RelayError> {
    let messages: Vec<_> = facts
        .into_iter()
        .filter_map(|(_, fact)| fact)
        .map(|fact| {
            relay.bus.message(relay.service, place.incarnation, fact).ok_or(StoreError::Inconsistent("a fact that the contract does not know"))
        })
        .collect::<Result<_, _>>()?;
    if messages.is_empty() {
        return Ok(());
    }
    if chained { send_window(relay, stream, messages).await } else { send_one_by_one(relay, messages).await }
}

/// All at once, each only behind the one before: when one fails, so do those behind it, and a second relay is fenced off.
async fn send_window(relay: &Relay, stream: &mut Stream, messages: Vec<(String, HeaderMap, Bytes)>) -> Result<(), RelayError> {
    let last = stream.info().await.map_err(|error| BusError::new("asking the stream for its state", error))?.state.last_sequence;
    let mut answers = Vec::with_capacity(messages.len());
    for ((subject, mut headers, payload), expected) in messages.into_iter().zip(last..) {
        headers.insert(async_nats::header::NATS_EXPECTED_LAST_SEQUENCE, expected.to_string());
        let answer = relay.bus.context.publish_with_headers(subject, headers, payload).await;
        answers.push(answer.map_err(|error| BusError::new("publishing", error))?);
    }
    for answer in answers {
        answer.await.map_err(|error| BusError::new("publishing", error))?;
    }
    Ok(())
}

async fn send_one_by_one(relay: &Relay, messages: Vec<(String, HeaderMap, Bytes)>) -> Result<(), RelayError> {
    for (subject, headers, payload) in messages {
        let answer = relay.bus.context.publish_with_headers(subject, headers, payload).await;
        answer.map_err(|error| BusError::new("publishing", error))?.await.map_err(|error| BusError::new("publishing", error))?;
    }
    Ok(())
}

/// Notes how far the bus has got, unless it was refilled meanwhile. Losing this in a crash publishes a window twice, which
/// counts once.
async fn note(relay: &Relay, place: &mut Place, position: i64) -> Result<(), RelayError> {
    let incarnation = i64::try_from(place.incarnation).map_err(|_| StoreError::Inconsistent("a number out of range"))?;
    let mut tx = relay.pool.begin().await?;
    sqlx::query("set local synchronous_commit = off").execute(&mut *tx).await?;
    sqlx::query("update log_head set bus_position = $1 where incarnation = $2").bind(position).bind(incarnation).execute(&mut *tx).await?;
    tx.commit().await?;
    place.bus_position = position;
    Ok(())
}
