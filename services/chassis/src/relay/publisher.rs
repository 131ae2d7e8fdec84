//! From the outbox to JetStream, in order, from where the bus has got to.

use std::time::Duration;

use async_nats::HeaderMap;
use bytes::Bytes;
use sqlx::{PgConnection, Row};
use tokio::{sync::mpsc::Receiver, time::Instant};
use tokio_util::sync::CancellationToken;

use super::{
    Relay, RelayError,
    outgoing::{Numbered, numbered},
    refill,
};
use crate::{database, relay::BusError, store::StoreError};

/// Facts on their way at once.
const WINDOW: i64 = 256;
/// After a failure.
const PAUSE: Duration = Duration::from_millis(200);
/// How far the bus has got is noted this often.
const NOTE: Duration = Duration::from_millis(100);
/// A stream that vanished while nothing was published is noticed within this time.
const CHECK: Duration = Duration::from_secs(1);

/// Publishes until stopped; starts over after any failure.
pub(super) async fn run(relay: Relay, mut handed: Receiver<Vec<Numbered>>, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = publish(&relay, &mut handed, &stopping).await {
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

async fn publish(relay: &Relay, handed: &mut Receiver<Vec<Numbered>>, stopping: &CancellationToken) -> Result<(), RelayError> {
    let mut connection = relay.connect("relay publisher").await?;
    let mut place = open(relay).await?;
    let mut behind = true;
    let (mut checked, mut noted) = (Instant::now(), Instant::now());
    while !stopping.is_cancelled() {
        if behind {
            let waiting = waiting(&mut connection, &place).await?;
            behind = !waiting.is_empty();
            send(relay, &mut place, waiting).await?;
        } else {
            let wait = if place.noted < place.bus_position { NOTE } else { CHECK };
            // No database future is cancelled here.
            let next = stopping.run_until_cancelled(tokio::time::timeout(wait, handed.recv())).await;
            if let Some(Ok(Some(mut numbered))) = next {
                numbered.retain(|event| event.position > place.bus_position);
                // Some were not handed over: they are read back.
                behind = numbered.first().is_some_and(|event| event.position != place.bus_position + 1);
                if !behind {
                    send(relay, &mut place, numbered).await?;
                }
            }
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
            // What was lost on the way here is found now.
            behind = true;
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

/// The next events by position.
async fn waiting(connection: &mut PgConnection, place: &Place) -> Result<Vec<Numbered>, RelayError> {
    let rows = sqlx::query(
        "select o.position, o.event_id, o.fact_no, o.fact_type, o.audience, o.fact, o.stream_id, e.recorded_at, e.meta
         from outbox o join events e on e.stream_id = o.stream_id and e.version = o.version
         where o.position > $1 order by o.position limit $2",
    )
    .bind(place.bus_position)
    .bind(WINDOW)
    .fetch_all(connection)
    .await?;
    Ok(rows.iter().map(numbered).collect::<Result<_, _>>()?)
}

async fn send(relay: &Relay, place: &mut Place, numbered: Vec<Numbered>) -> Result<(), RelayError> {
    let Some(to) = numbered.last().map(|event| event.position) else { return Ok(()) };
    let messages: Vec<_> = numbered
        .into_iter()
        .filter_map(|event| event.fact)
        .map(|fact| {
            relay.bus.message(relay.service, place.incarnation, fact).ok_or(StoreError::Inconsistent("a fact that the contract does not know"))
        })
        .collect::<Result<_, _>>()?;
    if !messages.is_empty() {
        // Taken: whatever fails from here on, the sequence is not known any more.
        place.last_sequence = match place.last_sequence.take() {
            Some(last) => send_window(relay, last, messages).await?,
            None => send_one_by_one(relay, messages).await?,
        };
    }
    place.bus_position = to;
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
    let mut tx = database::begin(&relay.pool).await?;
    sqlx::query("set local synchronous_commit = off").execute(&mut *tx).await?;
    sqlx::query("update log_head set bus_position = $1 where incarnation = $2").bind(place.bus_position).bind(incarnation).execute(&mut *tx).await?;
    tx.commit().await?;
    place.noted = place.bus_position;
    Ok(())
}
