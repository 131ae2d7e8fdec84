//! The loop of one consumer: a durable pull consumer on the newest stream of the source, begun anew whenever that stream,
//! or the connection, is another one.

use std::{collections::HashMap, time::Duration};

use async_nats::{
    HeaderMap,
    jetstream::{
        AckKind, Message,
        consumer::{AckPolicy, Consumer, DeliverPolicy, pull},
    },
};
use futures::{FutureExt, StreamExt};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{
    AnyHandler, Epoch, Fact, HandlerError,
    cursor::{self, Applied},
    waiting::{Verdict, Waiting},
};
use crate::{
    clock::Clock,
    database::{self, Pool},
    relay::{self, Bus, BusError, headers},
    service::beat,
    store::TraceContext,
    telemetry::metrics,
};

/// Facts in one transaction.
const BATCH: usize = 100;
/// How long facts are waited for; a new stream is noticed within this time.
const WAIT: Duration = Duration::from_secs(1);
/// A server that is silent for longer is gone, and the consumer is begun anew.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// After a failure, and while the source has no stream.
const PAUSE: Duration = Duration::from_millis(300);
/// A fact that was not answered for by then is delivered again.
const ACK_WAIT: Duration = Duration::from_secs(30);
/// Whether this service's own store was put back is looked at this often.
const LOOK: Duration = Duration::from_secs(10);
/// The epoch of this service's own store in which a durable was made, in its metadata.
const EPOCH: &str = "kajo-epoch";

/// Why the loop starts over.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("the bus failed")]
    Bus(#[from] BusError),
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// One consumer of a service.
pub(crate) struct Reader {
    pub(crate) bus: Bus,
    pub(crate) pool: Pool,
    pub(crate) service: &'static str,
    pub(crate) handler: AnyHandler,
    pub(crate) clock: Clock,
}

/// Consumes until stopped.
pub(crate) async fn run(reader: Reader, stopping: CancellationToken) {
    let mut waiting = Waiting::default();
    while !stopping.is_cancelled() {
        beat();
        if let Err(error) = reader.consume(&mut waiting, &stopping).await {
            tracing::warn!(consumer = reader.handler.consumer, error = &error as &dyn std::error::Error, "consumer.starts_over");
        }
        stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
    }
}

impl Reader {
    async fn consume(&self, waiting: &mut Waiting, stopping: &CancellationToken) -> Result<(), Broken> {
        let Some((name, _)) = newest(&self.bus, self.handler.source).await? else { return Ok(()) };
        let epoch = relay::current_epoch(&self.pool).await?;
        let consumer = self.durable(&name, epoch).await?;
        let messages = consumer.stream().max_messages_per_batch(BATCH * 2).heartbeat(HEARTBEAT).messages().await;
        let mut messages = messages.map_err(|error| BusError::new("fetching", error))?;
        let mut looked = Instant::now();
        while !stopping.is_cancelled() {
            beat();
            let Some(batch) = stopping.run_until_cancelled(next_batch(&mut messages)).await else { return Ok(()) };
            let batch = batch?;
            if batch.is_empty() && newest(&self.bus, self.handler.source).await?.is_none_or(|(newest, _)| newest != name) {
                return Ok(());
            }
            self.take(batch, waiting).await?;
            if waiting.begins_anew() {
                return Ok(self.forget(&name).await?);
            }
            if looked.elapsed() > LOOK {
                looked = Instant::now();
                if relay::current_epoch(&self.pool).await? != epoch {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The durable consumer, with a filter for each kind of aggregate. It is begun anew, and the cursors know what was applied already,
    /// when it was made by a build that heard of fewer kinds, or before this service's own store was put back from a backup: that has
    /// forgotten some of what was acknowledged. One that hears of more, made by a later build, is left as it is.
    async fn durable(&self, stream: &str, epoch: i64) -> Result<Consumer<pull::Config>, BusError> {
        let handler = &self.handler;
        let stream = self.bus.context.get_stream(stream).await.map_err(|error| BusError::new("finding the stream", error))?;
        let name = format!("{}-{}", self.service, handler.consumer);
        let filters: Vec<String> =
            handler.aggregates.iter().map(|aggregate| format!("{}.{}.{aggregate}.>", self.bus.root(), handler.source)).collect();
        let mut config = pull::Config {
            durable_name: Some(name.clone()),
            deliver_policy: DeliverPolicy::All,
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: 512,
            metadata: HashMap::from([(EPOCH.to_owned(), epoch.to_string())]),
            ..pull::Config::default()
        };
        match filters.as_slice() {
            [only] => config.filter_subject.clone_from(only),
            several => config.filter_subjects = several.to_vec(),
        }
        let consumer = stream.get_or_create_consumer(&name, config.clone()).await.map_err(|error| BusError::new("creating the consumer", error))?;
        let known = &consumer.cached_info().config;
        let hears_all = filters.iter().all(|filter| known.filter_subject == *filter || known.filter_subjects.contains(filter));
        // A build before says nothing of epochs.
        let made_in = known.metadata.get(EPOCH).and_then(|epoch| epoch.parse().ok()).unwrap_or(1);
        if hears_all && made_in == epoch {
            return Ok(consumer);
        }
        tracing::warn!(consumer = handler.consumer, hears_all, made_in, epoch, "consumer.begins_anew");
        stream.delete_consumer(&name).await.map_err(|error| BusError::new("removing the consumer", error))?;
        stream.get_or_create_consumer(&name, config).await.map_err(|error| BusError::new("creating the consumer", error))
    }

    /// Whatever the durable has passed over comes again. What it waits for may be among that, if it is anywhere.
    async fn forget(&self, stream: &str) -> Result<(), BusError> {
        let stream = self.bus.context.get_stream(stream).await.map_err(|error| BusError::new("finding the stream", error))?;
        let name = format!("{}-{}", self.service, self.handler.consumer);
        stream.delete_consumer(&name).await.map_err(|error| BusError::new("removing the consumer", error))?;
        Ok(())
    }

    /// All in one transaction; when that fails, each aggregate in its own, so that one cannot hold up the others.
    async fn take(&self, batch: Vec<Message>, waiting: &mut Waiting) -> Result<(), Broken> {
        let mut streams: Vec<(String, Vec<(Message, Fact)>)> = Vec::new();
        for message in batch {
            let Some(fact) = read(&message) else {
                tracing::error!(consumer = self.handler.consumer, subject = %message.subject, "consumer.unreadable_message");
                answer(&message, AckKind::Term).await?;
                continue;
            };
            let stream_id = fact.stream_id();
            match streams.iter_mut().find(|(known, _)| *known == stream_id) {
                Some((_, facts)) => facts.push((message, fact)),
                None => streams.push((stream_id, vec![(message, fact)])),
            }
        }
        for (_, facts) in &mut streams {
            // What was sent away comes again behind what it was waiting for, or before it.
            facts.sort_by_key(|(_, fact)| (fact.epoch.map_or(1, |epoch| epoch.number), fact.fact_no));
        }
        if streams.is_empty() || self.together(&streams, waiting).await? {
            return Ok(());
        }
        for (stream_id, facts) in &streams {
            self.apart(stream_id, facts, waiting).await?;
        }
        Ok(())
    }

    async fn together(&self, streams: &[(String, Vec<(Message, Fact)>)], waiting: &mut Waiting) -> Result<bool, Broken> {
        let mut tx = database::begin(&self.pool).await?;
        let mut unknown = 0;
        for (_, fact) in streams.iter().flat_map(|(_, facts)| facts) {
            match apply(&mut tx, &self.handler, fact).await {
                Ok(Applied::Done) => {}
                Ok(Applied::Unknown) => unknown += 1,
                Ok(Applied::TooEarly) | Err(_) => {
                    tx.rollback().await?;
                    return Ok(false);
                }
            }
        }
        tx.commit().await?;
        (0..unknown).for_each(|_| self.count_unknown());
        for (stream_id, facts) in streams {
            waiting.over(stream_id);
            for (message, fact) in facts {
                self.settle(fact).await?;
                answer(message, AckKind::Ack).await?;
            }
        }
        Ok(true)
    }

    /// One aggregate's facts, each in its own transaction, until one does not go. Those behind it wait as long as it does.
    async fn apart(&self, stream_id: &str, facts: &[(Message, Fact)], waiting: &mut Waiting) -> Result<(), Broken> {
        let mut held_up = None;
        for (message, fact) in facts {
            if held_up.is_none() {
                held_up = self.alone(stream_id, fact, waiting).await?;
            }
            let kind = if held_up.is_some() { AckKind::Nak(held_up) } else { AckKind::Ack };
            answer(message, kind).await?;
        }
        Ok(())
    }

    /// One fact in its own transaction; how long it is to pause when it does not go.
    async fn alone(&self, stream_id: &str, fact: &Fact, waiting: &mut Waiting) -> Result<Option<Duration>, Broken> {
        let consumer = self.handler.consumer;
        let mut tx = database::begin(&self.pool).await?;
        match apply(&mut tx, &self.handler, fact).await {
            Ok(applied @ (Applied::Done | Applied::Unknown)) => {
                tx.commit().await?;
                if applied == Applied::Unknown {
                    self.count_unknown();
                }
                waiting.over(stream_id);
                self.settle(fact).await?;
                Ok(None)
            }
            Ok(Applied::TooEarly) => {
                tx.rollback().await?;
                let (pause, tell) = waiting.too_early(stream_id, self.clock.now());
                if tell {
                    tracing::error!(consumer, stream_id, fact_no = fact.fact_no, "consumer.fact_waits_for_an_earlier_one");
                    metrics::count("kajo_facts_waiting_total", self.service, consumer);
                }
                Ok(Some(pause))
            }
            Err(error) => {
                tx.rollback().await?;
                match waiting.failed(stream_id, &error, self.clock.now()) {
                    Verdict::Again(pause) => {
                        tracing::warn!(consumer, ?pause, error = &error as &dyn std::error::Error, "consumer.fact_failed");
                        Ok(Some(pause))
                    }
                    Verdict::Park(tries) => {
                        tracing::error!(consumer, tries, error = &error as &dyn std::error::Error, "consumer.fact_parked");
                        let mut tx = database::begin(&self.pool).await?;
                        cursor::park_in_tx(&mut tx, &self.handler, fact, &error, tries).await?;
                        tx.commit().await?;
                        waiting.over(stream_id);
                        Ok(None)
                    }
                }
            }
        }
    }

    fn count_unknown(&self) {
        metrics::count("kajo_facts_unknown_total", self.service, self.handler.consumer);
    }

    /// After the commit. With the fault injected: the cursor on its own.
    async fn settle(&self, fact: &Fact) -> Result<(), Broken> {
        self.handler.committed();
        if self.handler.faults.cursor_apart {
            let mut tx = database::begin(&self.pool).await?;
            cursor::move_in_tx(&mut tx, self.handler.consumer, fact).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

async fn newest(bus: &Bus, source: &str) -> Result<Option<(String, u64)>, BusError> {
    Ok(bus.streams(source).await?.into_iter().max_by_key(|(_, incarnation)| *incarnation))
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

async fn apply(tx: &mut crate::database::Tx<'_>, handler: &AnyHandler, fact: &Fact) -> Result<Applied, HandlerError> {
    let span = tracing::info_span!("consume", otel.kind = "consumer", consumer = handler.consumer, fact = %fact.message);
    crate::telemetry::continue_trace(&span, &fact.trace);
    cursor::apply_in_tx(tx, handler, fact).instrument(span).await
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
        epoch: epoch(map),
        event_id: text(headers::ID)?.parse().ok()?,
        at: text(headers::TIME)?.parse().ok()?,
        payload: message.payload.clone(),
        trace: TraceContext {
            traceparent: text(headers::TRACEPARENT).unwrap_or_default(),
            tracestate: text(headers::TRACESTATE).unwrap_or_default(),
        },
    })
}

fn epoch(map: &HeaderMap) -> Option<Epoch> {
    let number = |name: &str| map.get(name).map(async_nats::HeaderValue::as_str);
    Some(Epoch { number: number(headers::EPOCH)?.parse().ok()?, first: number(headers::EPOCH_FIRST)?.parse().ok()? })
}
