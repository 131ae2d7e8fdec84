//! Hears the facts of all services from the bus, from now on, and what they whisper. Without a cursor: live updates start anew when their
//! place is lost. Nothing is acknowledged, nothing is stored.

use std::{collections::HashMap, sync::atomic::Ordering, time::Duration};

use anyhow::{Context, Result, ensure};
use async_nats::{
    HeaderMap,
    jetstream::{
        self,
        consumer::{DeliverPolicy, pull},
    },
};
use futures::{StreamExt, TryStreamExt, stream::BoxStream, stream::SelectAll};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval, sleep},
};
use tokio_stream::wrappers::ReceiverStream;

use super::{Heard, News, Whispered};

/// How often streams are looked for that were not there before: of a service that started later, or of a bus that was refilled. Until one is
/// found, nobody hears what is in it.
const LOOKED_FOR_EVERY: Duration = Duration::from_millis(250);
/// How often it is looked whether the connection is still the same one.
const CONNECTION_LOOKED_AT_EVERY: Duration = Duration::from_millis(200);
/// A pause before the bus is tried again.
const TRIED_AGAIN_AFTER: Duration = Duration::from_millis(250);
/// Facts on their way to the gateway.
const BUFFERED: usize = 1_024;

type Messages = SelectAll<BoxStream<'static, Result<jetstream::Message>>>;

/// What is whispered carries such a name; nothing else is passed on to browsers.
const OURS: &str = "kajo.";

/// The facts in all streams named `<prefix>_<SERVICE>_<incarnation>`, each service in its own order, and what services whisper on
/// `<prefix>.whisper.<service>`.
pub fn hear(nats: async_nats::Client, prefix: &str) -> BoxStream<'static, News> {
    let (tell, told) = mpsc::channel(BUFFERED);
    let (prefix, whispers) = (format!("{prefix}_"), format!("{}.whisper.*", prefix.to_lowercase()));
    tokio::spawn(async move {
        let mut stood = false;
        while !tell.is_closed() {
            if let Err(error) = listen(&nats, &prefix, &whispers, &tell, &mut stood).await {
                tracing::warn!(error = format!("{error:#}"), "the bus cannot be heard, trying again");
                sleep(TRIED_AGAIN_AFTER).await;
            }
        }
    });
    ReceiverStream::new(told).boxed()
}

/// Listens until the bus fails or nobody wants to know any more.
async fn listen(nats: &async_nats::Client, prefix: &str, whispers: &str, tell: &mpsc::Sender<News>, stood: &mut bool) -> Result<()> {
    let bus = jetstream::new(nats.clone());
    // A new connection may be to a server that has forgotten our consumers; their own heartbeats would tell much later.
    let connects = || nats.statistics().connects.load(Ordering::Relaxed);
    let connection = connects();
    let mut known = HashMap::new();
    let mut messages = Messages::new();
    let mut whispers = nats.subscribe(whispers.to_owned()).await.context("hearing whispers")?;
    join_new(&bus, prefix, &mut known, &mut messages).await?;
    let lost = std::mem::replace(stood, true);
    let standing = if lost { News::Lost } else { News::Standing };
    if tell.send(standing).await.is_err() {
        return Ok(());
    }
    let mut looks = interval(LOOKED_FOR_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connection_looks = interval(CONNECTION_LOOKED_AT_EVERY);
    connection_looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let news = tokio::select! {
            Some(message) = messages.next() => heard(&message?).map(News::Fact),
            Some(message) = whispers.next() => whispered(message).map(News::Whisper),
            _ = looks.tick() => join_new(&bus, prefix, &mut known, &mut messages).await?.then_some(News::Lost),
            _ = connection_looks.tick() => {
                ensure!(connects() == connection, "the connection was lost and made anew");
                None
            }
            () = tell.closed() => return Ok(()),
        };
        if let Some(news) = news
            && tell.send(news).await.is_err()
        {
            return Ok(());
        }
    }
}

/// Joins the newest stream of every service that was not heard yet; whether there was one.
async fn join_new(bus: &jetstream::Context, prefix: &str, known: &mut HashMap<String, u64>, messages: &mut Messages) -> Result<bool> {
    let mut newest: HashMap<String, (u64, String)> = HashMap::new();
    let names: Vec<String> = bus.stream_names().try_collect().await.context("listing streams")?;
    for name in names {
        let Some((service, incarnation)) = name.strip_prefix(prefix).and_then(|rest| rest.rsplit_once('_')) else { continue };
        let Ok(incarnation) = incarnation.parse() else { continue };
        if newest.get(service).is_none_or(|(other, _)| *other < incarnation) {
            newest.insert(service.to_owned(), (incarnation, name.clone()));
        }
    }
    let mut joined = false;
    for (service, (incarnation, name)) in newest {
        // Not "a newer one": a store that was put back from a backup goes on with a lower number than the stream that was lost.
        if known.get(&service).is_some_and(|heard| *heard == incarnation) {
            continue;
        }
        let stream = bus.get_stream(&name).await.with_context(|| format!("opening {name}"))?;
        let from_now = pull::OrderedConfig { deliver_policy: DeliverPolicy::New, ..pull::OrderedConfig::default() };
        let consumer = stream.create_consumer(from_now).await.with_context(|| format!("following {name}"))?;
        let ordered = consumer.messages().await.with_context(|| format!("reading {name}"))?;
        messages.push(ordered.map_err(anyhow::Error::from).boxed());
        known.insert(service, incarnation);
        joined = true;
    }
    Ok(joined)
}

/// A fact from its headers; `None` for a message that is none.
fn heard(message: &jetstream::Message) -> Option<Heard> {
    let headers = message.headers.as_ref()?;
    Some(Heard {
        message: text(headers, "ce-type")?.to_owned(),
        aggregate_id: text(headers, "ce-subject")?.to_owned(),
        fact_no: text(headers, "kajo-fact-no")?.parse().ok()?,
        audience: audience(headers),
        source: text(headers, "ce-source")?.to_owned(),
        incarnation: text(headers, "kajo-incarnation")?.parse().ok()?,
        stream_seq: message.info().ok()?.stream_sequence,
    })
}

/// What a service whispers; `None` for a message that is nothing of the kind.
fn whispered(message: async_nats::Message) -> Option<Whispered> {
    let headers = message.headers.as_ref()?;
    let name = text(headers, "ce-type").filter(|name| name.starts_with(OURS))?.to_owned();
    Some(Whispered { message: name, audience: audience(headers), payload: message.payload })
}

/// The keys of those who may be told.
fn audience(headers: &HeaderMap) -> Vec<String> {
    text(headers, "kajo-audience").unwrap_or_default().split(',').filter(|key| !key.is_empty()).map(str::to_owned).collect()
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(async_nats::HeaderValue::as_str)
}
