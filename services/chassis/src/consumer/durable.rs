//! The loop of one consumer: a durable pull consumer on the newest stream of the source, begun anew whenever that stream,
//! or the connection, is another one.

use std::time::Duration;

use async_nats::jetstream::{
    AckKind, Message,
    consumer::{AckPolicy, Consumer, DeliverPolicy, pull},
};
use futures::{FutureExt, StreamExt};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{
    AnyHandler, Fact, HandlerError,
    cursor::{self, Applied},
};
use crate::{
    database::{self, Pool},
    relay::{Bus, BusError, headers},
    store::TraceContext,
};

/// Facts in one transaction.
const BATCH: usize = 100;
/// How long facts are waited for; a new stream is noticed within this time.
const WAIT: Duration = Duration::from_secs(1);
/// A server that is silent for longer is gone, and the consumer is begun anew.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// After a failure, and while the source has no stream.
const PAUSE: Duration = Duration::from_millis(300);
/// How long a fact that came too early, or failed, waits.
const LATER: Duration = Duration::from_millis(200);
/// Tries before a fact is parked.
const TRIES: u64 = 5;
/// A fact that was not answered for by then is delivered again.
const ACK_WAIT: Duration = Duration::from_secs(30);

/// Why the loop starts over.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("the bus failed")]
    Bus(#[from] BusError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// Consumes until stopped.
pub(crate) async fn run(bus: Bus, pool: Pool, service: &'static str, handler: AnyHandler, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = consume(&bus, &pool, service, &handler, &stopping).await {
            tracing::warn!(consumer = handler.consumer, error = &error as &dyn std::error::Error, "consumer.starts_over");
        }
        stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
    }
}

async fn consume(bus: &Bus, pool: &Pool, service: &str, handler: &AnyHandler, stopping: &CancellationToken) -> Result<(), Broken> {
    let Some((name, incarnation)) = newest(bus, handler.source).await? else { return Ok(()) };
    remember(pool, handler, incarnation).await?;
    let consumer = durable(bus, &name, service, handler).await?;
    let messages = consumer.stream().max_messages_per_batch(BATCH * 2).heartbeat(HEARTBEAT).messages().await;
    let mut messages = messages.map_err(|error| BusError::new("fetching", error))?;
    while !stopping.is_cancelled() {
        let Some(batch) = stopping.run_until_cancelled(next_batch(&mut messages)).await else { return Ok(()) };
        let batch = batch?;
        if batch.is_empty() && newest(bus, handler.source).await?.is_none_or(|(newest, _)| newest != name) {
            return Ok(());
        }
        take(pool, handler, batch).await?;
    }
    Ok(())
}

async fn newest(bus: &Bus, source: &str) -> Result<Option<(String, u64)>, BusError> {
    Ok(bus.streams(source).await?.into_iter().max_by_key(|(_, incarnation)| *incarnation))
}

/// Notes which rebuild of the bus is read. The durable lives in its stream, so another stream begins at its start, and
/// the cursors make that harmless.
async fn remember(pool: &Pool, handler: &AnyHandler, incarnation: u64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into inbox_incarnation (consumer, source, incarnation) values ($1, $2, $3)
         on conflict (consumer, source) do update set incarnation = excluded.incarnation",
    )
    .bind(handler.consumer)
    .bind(handler.source)
    .bind(i64::try_from(incarnation).unwrap_or(i64::MAX))
    .execute(pool)
    .await?;
    Ok(())
}

async fn durable(bus: &Bus, stream: &str, service: &str, handler: &AnyHandler) -> Result<Consumer<pull::Config>, BusError> {
    let stream = bus.context.get_stream(stream).await.map_err(|error| BusError::new("finding the stream", error))?;
    let name = format!("{service}-{}", handler.consumer);
    let config = pull::Config {
        durable_name: Some(name.clone()),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: 512,
        filter_subject: format!("{}.{}.{}.>", bus.root(), handler.source, handler.aggregate),
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(&name, config).await.map_err(|error| BusError::new("creating the consumer", error))
}

/// Waits for a fact, and takes along what else is there; empty when none came in time.
async fn next_batch(messages: &mut pull::Stream) -> Result<Vec<Message>, BusError> {
    let mut batch = Vec::new();
    let mut next = tokio::time::timeout(WAIT, messages.next()).await.unwrap_or_default();
    while let Some(message) = next {
        batch.push(message.map_err(|error| BusError::new("fetching", error))?);
        if batch.len() == BATCH {
            break;
        }
        next = messages.next().now_or_never().flatten();
    }
    Ok(batch)
}

/// All in one transaction; when that fails, each aggregate in its own, so that one cannot hold up the others.
async fn take(pool: &Pool, handler: &AnyHandler, batch: Vec<Message>) -> Result<(), Broken> {
    let mut streams: Vec<(String, Vec<(Message, Fact)>)> = Vec::new();
    for message in batch {
        let Some(fact) = read(&message) else {
            tracing::error!(consumer = handler.consumer, subject = %message.subject, "consumer.unreadable_message");
            answer(&message, AckKind::Term).await?;
            continue;
        };
        let stream_id = fact.stream_id();
        match streams.iter_mut().find(|(known, _)| *known == stream_id) {
            Some((_, facts)) => facts.push((message, fact)),
            None => streams.push((stream_id, vec![(message, fact)])),
        }
    }
    if streams.is_empty() || together(pool, handler, &streams).await? {
        return Ok(());
    }
    for (_, facts) in &streams {
        apart(pool, handler, facts).await?;
    }
    Ok(())
}

async fn together(pool: &Pool, handler: &AnyHandler, streams: &[(String, Vec<(Message, Fact)>)]) -> Result<bool, Broken> {
    let mut tx = database::begin(pool).await?;
    for (_, fact) in streams.iter().flat_map(|(_, facts)| facts) {
        match apply(&mut tx, handler, fact).await {
            Ok(Applied::Done) => {}
            Ok(Applied::TooEarly) | Err(_) => {
                tx.rollback().await?;
                return Ok(false);
            }
        }
    }
    tx.commit().await?;
    for (message, fact) in streams.iter().flat_map(|(_, facts)| facts) {
        settle(pool, handler, fact).await?;
        answer(message, AckKind::Ack).await?;
    }
    Ok(true)
}

/// One aggregate's facts, each in its own transaction, until one does not go.
async fn apart(pool: &Pool, handler: &AnyHandler, facts: &[(Message, Fact)]) -> Result<(), Broken> {
    let mut held_up = false;
    for (message, fact) in facts {
        if held_up {
            answer(message, AckKind::Nak(Some(LATER))).await?;
            continue;
        }
        let mut tx = database::begin(pool).await?;
        match apply(&mut tx, handler, fact).await {
            Ok(Applied::Done) => {
                tx.commit().await?;
                settle(pool, handler, fact).await?;
                answer(message, AckKind::Ack).await?;
            }
            Ok(Applied::TooEarly) => {
                tx.rollback().await?;
                held_up = true;
                answer(message, AckKind::Nak(Some(LATER))).await?;
            }
            Err(error) => {
                tx.rollback().await?;
                let tries = message.info().map_or(1, |info| u64::try_from(info.delivered).unwrap_or(1));
                if tries < TRIES && !matches!(error, HandlerError::Park(_)) {
                    tracing::warn!(consumer = handler.consumer, tries, error = &error as &dyn std::error::Error, "consumer.fact_failed");
                    held_up = true;
                    answer(message, AckKind::Nak(Some(LATER))).await?;
                    continue;
                }
                tracing::error!(consumer = handler.consumer, tries, error = &error as &dyn std::error::Error, "consumer.fact_parked");
                let mut tx = database::begin(pool).await?;
                cursor::park_in_tx(&mut tx, handler, fact, &error, tries).await?;
                tx.commit().await?;
                answer(message, AckKind::Ack).await?;
            }
        }
    }
    Ok(())
}

async fn apply(tx: &mut crate::database::Tx<'_>, handler: &AnyHandler, fact: &Fact) -> Result<Applied, HandlerError> {
    let span = tracing::info_span!("consume", otel.kind = "consumer", consumer = handler.consumer, fact = %fact.message);
    crate::telemetry::continue_trace(&span, &fact.trace);
    cursor::apply_in_tx(tx, handler, fact).instrument(span).await
}

/// The guard taken away: the cursor on its own.
async fn settle(pool: &Pool, handler: &AnyHandler, fact: &Fact) -> Result<(), Broken> {
    if handler.faults.cursor_apart {
        let mut tx = database::begin(pool).await?;
        cursor::move_in_tx(&mut tx, handler.consumer, &fact.stream_id(), fact.fact_no).await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn answer(message: &Message, kind: AckKind) -> Result<(), Broken> {
    message.ack_with(kind).await.map_err(|error| Broken::Bus(BusError::new("answering for a fact", error)))
}

fn read(message: &Message) -> Option<Fact> {
    let map = message.headers.as_ref()?;
    let text = |name: &str| map.get(name).map(ToString::to_string);
    Some(Fact {
        message: text(headers::TYPE)?,
        aggregate: message.subject.split('.').nth(2)?.to_owned(),
        aggregate_id: text(headers::SUBJECT)?.parse().ok()?,
        fact_no: text(headers::FACT_NO)?.parse().ok()?,
        event_id: text(headers::ID)?.parse().ok()?,
        at: text(headers::TIME)?.parse().ok()?,
        payload: message.payload.clone(),
        trace: TraceContext {
            traceparent: text(headers::TRACEPARENT).unwrap_or_default(),
            tracestate: text(headers::TRACESTATE).unwrap_or_default(),
        },
    })
}
