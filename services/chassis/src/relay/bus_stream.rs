//! JetStream as we use it: one stream per service and incarnation, its subjects, its headers.

use std::time::Duration;

use async_nats::{
    Client, HeaderMap,
    jetstream::{
        self, Context,
        stream::{Config, StorageType, Stream},
    },
};
use bytes::Bytes;
use futures::StreamExt;
use kajo_proto::facts;

use super::{epochs::Epoch, outgoing::Outgoing};

/// How long JetStream swallows a message id it has seen. Consumers do not rely on it.
const DUPLICATE_WINDOW: Duration = Duration::from_mins(5);

/// Subject, headers and bytes of a fact.
pub(super) type Message = (String, HeaderMap, Bytes);

/// Header names of facts; documented for integrators in `docs/events.md`.
pub(crate) mod headers {
    pub(crate) const TYPE: &str = "ce-type";
    pub(crate) const SOURCE: &str = "ce-source";
    pub(crate) const SUBJECT: &str = "ce-subject";
    pub(crate) const TIME: &str = "ce-time";
    pub(crate) const ID: &str = "ce-id";
    pub(crate) const FACT_NO: &str = "kajo-fact-no";
    pub(crate) const POSITION: &str = "kajo-position";
    pub(crate) const INCARNATION: &str = "kajo-incarnation";
    pub(crate) const EPOCH: &str = "kajo-epoch";
    pub(crate) const EPOCH_FIRST: &str = "kajo-epoch-first";
    pub(crate) const AUDIENCE: &str = "kajo-audience";
    pub(crate) const TRACEPARENT: &str = "traceparent";
    pub(crate) const TRACESTATE: &str = "tracestate";
}

/// The bus did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[error("{what} failed")]
pub struct BusError {
    what: &'static str,
    #[source]
    cause: Box<dyn std::error::Error + Send + Sync>,
}

impl BusError {
    pub(crate) fn new(what: &'static str, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { what, cause: cause.into() }
    }
}

/// A connection to the bus, and the prefix that keeps installations and tests apart. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Bus {
    pub(crate) client: Client,
    pub(crate) context: Context,
    prefix: String,
}

impl Bus {
    /// Connects. `prefix` is `KAJO` except in tests.
    pub async fn connect(url: &str, prefix: &str) -> Result<Self, BusError> {
        let client = async_nats::ConnectOptions::new()
            .retry_on_initial_connect()
            .connect(url)
            .await
            .map_err(|error| BusError::new("connecting to NATS", error))?;
        let context = jetstream::new(client.clone());
        Ok(Self { client, context, prefix: prefix.to_owned() })
    }

    /// Whether the server answers now.
    pub fn connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    /// Name of the stream of a service in an incarnation.
    pub(crate) fn stream_name(&self, service: &str, incarnation: u64) -> String {
        format!("{}{incarnation}", self.stream_stem(service))
    }

    fn stream_stem(&self, service: &str) -> String {
        format!("{}_{}_", self.prefix, service.to_uppercase().replace('-', "_"))
    }

    /// First token of every subject.
    pub(crate) fn root(&self) -> String {
        self.prefix.to_lowercase()
    }

    /// The streams of a service (`*`: of all services) with their incarnations, as they are now.
    pub(crate) async fn streams(&self, service: &str) -> Result<Vec<(String, u64)>, BusError> {
        let stem = format!("{}_", self.prefix);
        let own = (service != "*").then(|| self.stream_stem(service));
        let mut names = self.context.stream_names();
        let mut found = Vec::new();
        while let Some(name) = names.next().await {
            let name = name.map_err(|error| BusError::new("listing streams", error))?;
            let Some((before, incarnation)) = name.strip_prefix(&stem).and_then(|rest| rest.rsplit_once('_')) else { continue };
            let Ok(incarnation) = incarnation.parse() else { continue };
            // Names are compared whole: those of `chat-queue` begin like those of `chat`.
            if own.as_ref().is_none_or(|own| *own == format!("{stem}{before}_")) {
                found.push((name, incarnation));
            }
        }
        Ok(found)
    }

    /// The stream of this incarnation; `None` when it is not there.
    pub(crate) async fn find(&self, service: &str, incarnation: u64) -> Result<Option<Stream>, BusError> {
        use async_nats::jetstream::{ErrorCode, context::GetStreamErrorKind};
        match self.context.get_stream(self.stream_name(service, incarnation)).await {
            Ok(stream) => Ok(Some(stream)),
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(reason) if reason.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(None),
                _ => Err(BusError::new("finding the stream", error)),
            },
        }
    }

    /// Makes the stream of this incarnation and removes those of earlier ones, whose subjects it takes over.
    pub(crate) async fn create(&self, service: &str, incarnation: u64) -> Result<Stream, BusError> {
        let name = self.stream_name(service, incarnation);
        for (old, _) in self.streams(service).await? {
            if old != name {
                self.context.delete_stream(&old).await.map_err(|error| BusError::new("removing an old stream", error))?;
            }
        }
        let config = Config {
            name,
            subjects: vec![format!("{}.{service}.>", self.root())],
            storage: StorageType::File,
            duplicate_window: DUPLICATE_WINDOW,
            allow_direct: true,
            ..Config::default()
        };
        self.context.create_stream(config).await.map_err(|error| BusError::new("creating the stream", error))
    }

    /// How large a message may be. Of a server that was never reached nothing is known.
    pub(super) fn most_bytes(&self) -> usize {
        Some(self.client.server_info().max_payload).filter(|most| *most > 0).unwrap_or(usize::MAX)
    }

    /// Subject, headers and bytes of a fact.
    pub(super) fn message(&self, service: &str, incarnation: u64, epoch: Epoch, known: &facts::Fact, fact: Outgoing) -> Message {
        let subject = format!("{}.{service}.{}.{}.{}", self.root(), known.aggregate, known.name, fact.aggregate_id);
        let mut map = HeaderMap::new();
        map.insert(async_nats::header::NATS_MESSAGE_ID, fact.event_id.to_string());
        map.insert(headers::ID, fact.event_id.to_string());
        map.insert(headers::TYPE, fact.fact_type);
        map.insert(headers::SOURCE, service);
        map.insert(headers::SUBJECT, fact.aggregate_id);
        map.insert(headers::TIME, fact.recorded_at);
        map.insert(headers::FACT_NO, fact.fact_no.to_string());
        map.insert(headers::POSITION, fact.position.to_string());
        map.insert(headers::INCARNATION, incarnation.to_string());
        map.insert(headers::EPOCH, epoch.number.to_string());
        map.insert(headers::EPOCH_FIRST, epoch.first.to_string());
        map.insert(headers::AUDIENCE, fact.audience.join(","));
        if !fact.trace.traceparent.is_empty() {
            map.insert(headers::TRACEPARENT, fact.trace.traceparent);
        }
        if !fact.trace.tracestate.is_empty() {
            map.insert(headers::TRACESTATE, fact.trace.tracestate);
        }
        (subject, map, fact.payload.into())
    }
}
