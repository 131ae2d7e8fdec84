//! From the outbox to JetStream, in order, from where the bus has got to.

use std::time::Duration;

use sqlx::PgConnection;
use tokio::{sync::mpsc::Receiver, time::Instant};
use tokio_util::sync::CancellationToken;

use super::{
    BusError, Relay, RelayError,
    bus_stream::Message,
    epochs,
    held::{HeldBack, publishable},
    lost::{self, Held},
    outgoing::{Numbered, numbered},
    refill,
};
use crate::{database, store::StoreError, telemetry::metrics};

/// Facts on their way at once.
const WINDOW: i64 = 256;
/// After a failure.
const PAUSE: Duration = Duration::from_millis(200);
/// How far the bus has got is noted this often.
const NOTE: Duration = Duration::from_millis(100);
/// A stream that lost something while nothing was published is noticed within this time.
const CHECK: Duration = Duration::from_secs(1);

/// Publishes until stopped; starts over after any failure.
pub(super) async fn run(relay: Relay, mut handed: Receiver<Vec<Numbered>>, stopping: CancellationToken) {
    let mut confirmed = Confirmed::default();
    while !stopping.is_cancelled() {
        if let Err(error) = publish(&relay, &mut handed, &mut confirmed, &stopping).await {
            tracing::warn!(service = relay.service, error = &error as &dyn std::error::Error, "relay.publishing_failed");
            stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
        }
    }
}

/// The last message that the bus is known to have taken from this process. It must hold that for ever.
#[derive(Default)]
struct Confirmed {
    incarnation: u64,
    sequence: u64,
}

/// Where the bus has got to.
struct Place {
    incarnation: u64,
    bus_position: i64,
    /// What of it stands in the database.
    noted: i64,
    /// Number of the last message in the stream. Each goes in only behind the one before: a stream that is not as it was left, or that
    /// another relay writes into, takes none.
    last_sequence: u64,
    /// Whether one that was new has gone in. What was published and not noted before a crash comes again; its message ids are swallowed,
    /// which breaks the chain of numbers. So the first facts go one by one.
    chained: bool,
    /// What cannot be published, and what waits behind it.
    held: HeldBack,
    epoch: epochs::Newest,
}

async fn publish(
    relay: &Relay,
    handed: &mut Receiver<Vec<Numbered>>,
    confirmed: &mut Confirmed,
    stopping: &CancellationToken,
) -> Result<(), RelayError> {
    let mut connection = relay.connect("relay publisher").await?;
    let mut place = open(relay, confirmed).await?;
    let mut behind = true;
    let (mut checked, mut noted) = (Instant::now(), Instant::now());
    while !stopping.is_cancelled() {
        if behind {
            let waiting = waiting(&mut connection, &place).await?;
            behind = !waiting.is_empty();
            send(relay, &mut connection, &mut place, confirmed, waiting).await?;
        } else {
            let wait = if place.noted < place.bus_position { NOTE } else { CHECK };
            // No database future is cancelled here.
            let next = stopping.run_until_cancelled(tokio::time::timeout(wait, handed.recv())).await;
            if let Some(Ok(Some(mut numbered))) = next {
                numbered.retain(|event| event.position > place.bus_position);
                // Some were not handed over: they are read back.
                behind = numbered.first().is_some_and(|event| event.position != place.bus_position + 1);
                if !behind {
                    send(relay, &mut connection, &mut place, confirmed, numbered).await?;
                }
            }
        }
        if noted.elapsed() >= NOTE {
            noted = Instant::now();
            note(relay, &mut place).await?;
        }
        if checked.elapsed() >= CHECK {
            checked = Instant::now();
            if !stands(relay, &place).await? {
                place = open(relay, confirmed).await?;
            }
            // What was lost on the way here is found now.
            behind = true;
        }
    }
    note(relay, &mut place).await
}

/// Whether the stream is as it was left: everything sent has been answered for, so its last number is known.
async fn stands(relay: &Relay, place: &Place) -> Result<bool, RelayError> {
    if read_incarnation(relay).await? != place.incarnation {
        return Ok(false);
    }
    let Some(stream) = relay.bus.find(relay.service, place.incarnation).await? else { return Ok(false) };
    let state = &stream.cached_info().state;
    Ok(relay.faults.trusts_the_bus || (state.last_sequence == place.last_sequence && state.messages == place.last_sequence))
}

/// Where to go on, in a stream that holds what it was given. One that does not, or is not there, is filled anew, in a new incarnation. One
/// that holds more than the store tells that this was put back from a backup: a new epoch begins.
async fn open(relay: &Relay, confirmed: &Confirmed) -> Result<Place, RelayError> {
    let mut place = read_place(relay).await?;
    let newest = relay.bus.streams(relay.service).await?.into_iter().map(|(_, incarnation)| incarnation).max().unwrap_or_default();
    // A store from before the last refill knows only of an incarnation before.
    let lost = match relay.bus.find(relay.service, place.incarnation.max(newest)).await? {
        Some(stream) => {
            let sequence = if confirmed.incarnation == place.incarnation { confirmed.sequence } else { 0 };
            match lost::look(relay, &stream, place.bus_position, sequence).await? {
                Held::More { position } => {
                    tracing::error!(service = relay.service, position, "relay.the_store_has_lost_facts_and_begins_a_new_epoch");
                    epochs::begin_after(&relay.pool, position, newest).await?;
                    return begin(relay).await;
                }
                Held::Lost(what) => what,
                Held::Whole { .. } if newest > place.incarnation => "its place: it is of an incarnation after the store's",
                Held::Whole { .. } if place.held.could_go(relay).await? => "facts that can be published now",
                Held::Whole { last_sequence } => {
                    place.last_sequence = last_sequence;
                    return Ok(place);
                }
            }
        }
        None if place.bus_position == 0 => {
            relay.bus.create(relay.service, place.incarnation).await?;
            return Ok(place);
        }
        None => "everything",
    };
    tracing::warn!(service = relay.service, incarnation = place.incarnation, lost, "relay.bus_is_filled_again");
    metrics::count("kajo_bus_refills_total", relay.service, "lost");
    refill::next_incarnation(&relay.pool, newest).await?;
    begin(relay).await
}

/// At the start of a new incarnation.
async fn begin(relay: &Relay) -> Result<Place, RelayError> {
    let place = read_place(relay).await?;
    relay.bus.create(relay.service, place.incarnation).await?;
    Ok(place)
}

async fn read_place(relay: &Relay) -> Result<Place, RelayError> {
    let (incarnation, bus_position): (i64, i64) = sqlx::query_as("select incarnation, bus_position from log_head").fetch_one(&relay.pool).await?;
    let (held, epoch) = (HeldBack::read(&relay.pool).await?, epochs::Newest::read(&relay.pool).await?);
    Ok(Place { incarnation: number(incarnation)?, bus_position, noted: bus_position, last_sequence: 0, chained: false, held, epoch })
}

async fn read_incarnation(relay: &Relay) -> Result<u64, RelayError> {
    number(sqlx::query_scalar("select incarnation from log_head").fetch_one(&relay.pool).await?)
}

fn number(incarnation: i64) -> Result<u64, RelayError> {
    Ok(u64::try_from(incarnation).map_err(|_| StoreError::Inconsistent("a negative incarnation"))?)
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

async fn send(
    relay: &Relay,
    connection: &mut PgConnection,
    place: &mut Place,
    confirmed: &mut Confirmed,
    numbered: Vec<Numbered>,
) -> Result<(), RelayError> {
    let Some(to) = numbered.last().map(|event| event.position) else { return Ok(()) };
    let mut messages = Vec::with_capacity(numbered.len());
    let most_bytes = relay.bus.most_bytes();
    for fact in numbered.into_iter().filter_map(|event| event.fact) {
        match publishable(&fact, most_bytes) {
            Ok(_) if place.held.holds_up(&fact) => place.held.hold(relay, &fact, None).await?,
            Ok(known) => {
                let epoch = place.epoch.of(connection, &fact).await?;
                messages.push(relay.bus.message(relay.service, place.incarnation, epoch, known, fact));
            }
            Err(reason) => place.held.hold(relay, &fact, Some(reason)).await?,
        }
    }
    if !messages.is_empty() {
        if place.chained {
            place.last_sequence = send_window(relay, place.last_sequence, messages).await?;
        } else {
            send_one_by_one(relay, place, messages).await?;
        }
        *confirmed = Confirmed { incarnation: place.incarnation, sequence: place.last_sequence };
    }
    place.bus_position = to;
    Ok(())
}

/// All at once, each only behind the one before: when one fails, so do those behind it, and a second relay is fenced off.
async fn send_window(relay: &Relay, last: u64, messages: Vec<Message>) -> Result<u64, RelayError> {
    let mut answers = Vec::with_capacity(messages.len());
    for ((subject, mut headers, payload), expected) in messages.into_iter().zip(last..) {
        headers.insert(async_nats::header::NATS_EXPECTED_LAST_SEQUENCE, expected.to_string());
        let answer = relay.bus.context.publish_with_headers(subject, headers, payload).await;
        answers.push(answer.map_err(|error| BusError::new("publishing", error))?);
    }
    let mut last = last;
    for answer in answers {
        last = answer.await.map_err(|error| BusError::new("publishing", error))?.sequence;
    }
    Ok(last)
}

/// Each behind the one before, too; one that was swallowed as seen before changes nothing in the stream.
async fn send_one_by_one(relay: &Relay, place: &mut Place, messages: Vec<Message>) -> Result<(), RelayError> {
    for (subject, mut headers, payload) in messages {
        headers.insert(async_nats::header::NATS_EXPECTED_LAST_SEQUENCE, place.last_sequence.to_string());
        let answer = relay.bus.context.publish_with_headers(subject, headers, payload).await;
        let answer = answer.map_err(|error| BusError::new("publishing", error))?.await.map_err(|error| BusError::new("publishing", error))?;
        if !answer.duplicate {
            place.last_sequence = answer.sequence;
            place.chained = true;
        }
    }
    Ok(())
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
