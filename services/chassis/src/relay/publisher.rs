//! From the outbox to JetStream, in order, from where the bus has got to.

use std::time::Duration;

use async_nats::HeaderMap;
use bytes::Bytes;
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{PgConnection, Row, postgres::PgRow, types::Json};
use tokio::time::Instant;
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
/// How far the bus has got is noted this often.
const NOTE: Duration = Duration::from_millis(100);
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
    /// What of it stands in the database.
    noted: i64,
    /// Sequence of the last message in the stream, when it was published from here. What was published and not noted before
    /// a crash comes again; its message ids are swallowed, which breaks the chain of sequences. So the first facts go one by one.
    last_sequence: Option<u64>,
}

async fn publish(relay: &Relay, stopping: &CancellationToken) -> Result<(), RelayError> {
    let mut head = relay.head.subscribe();
    let mut connection = relay.connect("relay publisher").await?;
    let mut place = open(relay).await?;
    let (mut checked, mut noted) = (Instant::now(), Instant::now());
    while !stopping.is_cancelled() {
        head.mark_unchanged();
        let facts = waiting(&mut connection, &place).await?;
        if let Some(last) = facts.last().map(|(position, _)| *position) {
            send(relay, &mut place, facts).await?;
            place.bus_position = last;
        } else {
            let wait = if place.noted < place.bus_position { NOTE } else { CHECK };
            // No database future is cancelled here.
            let _ = stopping.run_until_cancelled(tokio::time::timeout(wait, head.changed())).await;
        }
        if noted.elapsed() >= NOTE {
            noted = Instant::now();
            note(relay, &mut place).await?;
        }
        if checked.elapsed() >= CHECK {
            checked = Instant::now();
            if read_place(relay).await?.incarnation != place.incarnation || relay.bus.find(relay.service, place.incarnation).await?.is_none() {
                place = open(relay).await?;
            }
        }
    }
    note(relay, &mut place).await
}

/// Where to go on, in a stream that is there. One that should be there and is not was wiped: it is filled anew, in a new
/// incarnation.
async fn open(relay: &Relay) -> Result<Place, RelayError> {
    let mut place = read_place(relay).await?;
    if relay.bus.find(relay.service, place.incarnation).await?.is_some() {
        return Ok(place);
    }
    if place.bus_position > 0 {
        tracing::warn!(service = relay.service, incarnation = place.incarnation, "relay.bus_was_wiped");
        refill::next_incarnation(&relay.pool).await?;
        place = read_place(relay).await?;
    }
    relay.bus.create(relay.service, place.incarnation).await?;
    Ok(place)
}

async fn read_place(relay: &Relay) -> Result<Place, RelayError> {
    let row = sqlx::query("select incarnation, bus_position from log_head").fetch_one(&relay.pool).await?;
    let incarnation: i64 = row.try_get("incarnation")?;
    let incarnation = u64::try_from(incarnation).map_err(|_| StoreError::Inconsistent("a negative incarnation"))?;
    let bus_position = row.try_get("bus_position")?;
    Ok(Place { incarnation, bus_position, noted: bus_position, last_sequence: None })
}

/// The next events by position; those that are no facts come without one.
async fn waiting(connection: &mut PgConnection, place: &Place) -> Result<Vec<(i64, Option<Outgoing>)>, RelayError> {
    let rows = sqlx::query(
        "select o.position, o.event_id, o.fact_no, o.fact_type, o.audience, o.fact, o.stream_id, e.recorded_at, e.meta
         from outbox o join events e on e.stream_id = o.stream_id and e.version = o.version
         where o.position > $1 order by o.position limit $2",
    )
    .bind(place.bus_position)
    .bind(WINDOW)
    .fetch_all(connection)
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

async fn send(relay: &Relay, place: &mut Place, facts: Vec<(i64, Option<Outgoing>)>) -> Result<(), RelayError> {
    let messages: Vec<_> = facts
        .into_iter()
        .filter_map(|(_, fact)| fact)
        .map(|fact| {
            relay.bus.message(relay.service, place.incarnation, fact).ok_or(StoreError::Inconsistent("a fact that the contract does not know"))
        })
        .collect::<Result<_, _>>()?;
    // Taken: whatever fails from here on, the sequence is not known any more.
    let last = match place.last_sequence.take() {
        Some(last) => send_window(relay, last, messages).await?,
        None => send_one_by_one(relay, messages).await?,
    };
    place.last_sequence = last;
    Ok(())
}

/// All at once, each only behind the one before: when one fails, so do those behind it, and a second relay is fenced off.
async fn send_window(relay: &Relay, last: u64, messages: Vec<(String, HeaderMap, Bytes)>) -> Result<Option<u64>, RelayError> {
    let mut answers = Vec::with_capacity(messages.len());
    for ((subject, mut headers, payload), expected) in messages.into_iter().zip(last..) {
        headers.insert(async_nats::header::NATS_EXPECTED_LAST_SEQUENCE, expected.to_string());
        let answer = relay.bus.context.publish_with_headers(subject, headers, payload).await;
        answers.push(answer.map_err(|error| BusError::new("publishing", error))?);
    }
    let mut last = Some(last);
    for answer in answers {
        last = Some(answer.await.map_err(|error| BusError::new("publishing", error))?.sequence);
    }
    Ok(last)
}

/// The sequence is known after one that was not swallowed as a message seen before.
async fn send_one_by_one(relay: &Relay, messages: Vec<(String, HeaderMap, Bytes)>) -> Result<Option<u64>, RelayError> {
    let mut last = None;
    for (subject, headers, payload) in messages {
        let answer = relay.bus.context.publish_with_headers(subject, headers, payload).await;
        let answer = answer.map_err(|error| BusError::new("publishing", error))?.await.map_err(|error| BusError::new("publishing", error))?;
        last = (!answer.duplicate).then_some(answer.sequence);
    }
    Ok(last)
}

/// Notes how far the bus has got, unless it was refilled meanwhile. Losing this in a crash publishes some facts twice, which
/// counts once.
async fn note(relay: &Relay, place: &mut Place) -> Result<(), RelayError> {
    if place.noted == place.bus_position {
        return Ok(());
    }
    let incarnation = i64::try_from(place.incarnation).map_err(|_| StoreError::Inconsistent("a number out of range"))?;
    let mut tx = relay.pool.begin().await?;
    sqlx::query("set local synchronous_commit = off").execute(&mut *tx).await?;
    sqlx::query("update log_head set bus_position = $1 where incarnation = $2").bind(place.bus_position).bind(incarnation).execute(&mut *tx).await?;
    tx.commit().await?;
    place.noted = place.bus_position;
    Ok(())
}
