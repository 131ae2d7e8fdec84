//! Whether the bus still holds what it was given. A stream can be there and lack its end (after a power cut), its beginning (after a
//! purge), or be that of another day (put back from a backup). Nothing of ours ever removes a message, which makes all of it plain to see.

use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use futures::TryStreamExt;

use super::{BusError, Relay, RelayError, epochs};

/// What a stream holds.
pub(super) enum Held {
    /// Everything it was given.
    Whole {
        /// The number of its last message.
        last_sequence: u64,
    },
    /// Less.
    Lost(&'static str),
    /// More than the store: facts that the store has lost, behind this position.
    More {
        /// The position of the last fact that both have.
        position: i64,
    },
}

/// Holds a stream against the store. `bus_position` is how far the bus is noted to have got, `confirmed` the last number in this stream
/// that this process had an answer for.
pub(super) async fn look(relay: &Relay, stream: &Stream, bus_position: i64, confirmed: u64) -> Result<Held, RelayError> {
    // Asked for first: what is heard meanwhile is in the stream when that is looked at.
    let heard = furthest_heard(stream).await?;
    let state = stream.get_info().await.map_err(|error| BusError::new("looking at the stream", error))?.state;
    let last_sequence = state.last_sequence;
    if relay.faults.trusts_the_bus {
        return Ok(Held::Whole { last_sequence });
    }
    // Before anything else: a stream that lacks something may still tell what the store has lost.
    let reached = match last_sequence {
        0 => 0,
        _ => match last_fact(relay, stream, last_sequence).await? {
            Last::At(position) => position,
            Last::Unreadable => return Ok(Held::Lost("what this service has published: its last message is none")),
            Last::Missing => i64::MAX,
            Last::Unknown => return Ok(Held::More { position: epochs::last_known(relay, stream, last_sequence).await? }),
        },
    };
    if state.messages != last_sequence {
        return Ok(Held::Lost("messages in between"));
    }
    if last_sequence < confirmed.max(heard) {
        return Ok(Held::Lost("its end, since it was read or written last"));
    }
    if misses_facts(relay, reached, bus_position).await? {
        return Ok(Held::Lost("its end"));
    }
    Ok(Held::Whole { last_sequence })
}

/// How far any consumer has read.
async fn furthest_heard(stream: &Stream) -> Result<u64, BusError> {
    let consumers: Vec<_> = stream.consumers().try_collect().await.map_err(|error| BusError::new("listing consumers", error))?;
    Ok(consumers.iter().map(|consumer| consumer.delivered.stream_sequence).max().unwrap_or_default())
}

/// What the last message in a stream is.
enum Last {
    /// The fact at this position. One that has no position, because that was lost in a crash of the database, has nothing behind it.
    At(i64),
    /// A fact that the store does not know.
    Unknown,
    /// No fact at all.
    Unreadable,
    /// It was removed.
    Missing,
}

async fn last_fact(relay: &Relay, stream: &Stream, sequence: u64) -> Result<Last, RelayError> {
    let message = match stream.get_raw_message(sequence).await {
        Ok(message) => message,
        Err(error) => match error.kind() {
            LastRawMessageErrorKind::NoMessageFound => return Ok(Last::Missing),
            _ => return Err(BusError::new("reading the last fact", error).into()),
        },
    };
    let Some(event_id) = epochs::event_id(&message.headers) else { return Ok(Last::Unreadable) };
    let known: Option<(Option<i64>,)> = sqlx::query_as("select o.position from events e join outbox o on o.seq = e.seq where e.event_id = $1")
        .bind(event_id)
        .fetch_optional(&relay.pool)
        .await?;
    Ok(known.map_or(Last::Unknown, |(position,)| Last::At(position.unwrap_or(i64::MAX))))
}

async fn misses_facts(relay: &Relay, reached: i64, bus_position: i64) -> Result<bool, sqlx::Error> {
    let missing = "select exists (select from outbox o where o.position > $1 and o.position <= $2 and o.fact is not null
                                  and not exists (select from unpublished u where u.position = o.position))";
    sqlx::query_scalar(missing).bind(reached).bind(bus_position).fetch_one(&relay.pool).await
}
