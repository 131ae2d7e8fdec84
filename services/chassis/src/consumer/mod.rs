//! Facts from the bus, each applied once and in order per aggregate: the cursor moves in the effect's own transaction, so a
//! redelivered fact changes nothing, and one that comes too early waits for the one before it. A fact that cannot be
//! applied parks its own aggregate; every other flows.

mod cursor;
mod durable;
mod parking;
mod waiting;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use bytes::Bytes;
use chassis_domain::Timestamp;
use futures::future::BoxFuture;
use prost::Message;
use tokio::sync::Notify;
use uuid::Uuid;

pub(crate) use durable::{Reader, run};
pub use parking::{Parked, parked, redrive};

use crate::{database::Tx, store::TraceContext};

/// A published fact as it came from the bus.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Full name of the message, for example `kajo.conversations.v1.ConversationStarted`.
    pub message: String,
    /// The aggregate it is about.
    pub aggregate: String,
    /// Its id.
    pub aggregate_id: Uuid,
    /// Number in the aggregate's facts: 1, 2, 3 ..
    pub fact_no: u64,
    /// Which epoch of its store the fact is of; a source of a build before says nothing of it.
    pub(crate) epoch: Option<Epoch>,
    /// Names the event for ever.
    pub event_id: Uuid,
    /// When it was recorded.
    pub at: Timestamp,
    /// The encoded message.
    pub payload: Bytes,
    /// The trace it was recorded in.
    pub trace: TraceContext,
}

/// Of which epoch of its store a fact is. With a new one, numbers are given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Epoch {
    pub(crate) number: i64,
    /// The number of the first fact of this epoch in the aggregate.
    pub(crate) first: u64,
}

impl Fact {
    /// The fact as its own type; `None` when it is of another one.
    ///
    /// # Errors
    /// When it is of that type and cannot be read: it is parked.
    pub fn decode<M: Message + Default>(&self, message: &str) -> Result<Option<M>, HandlerError> {
        if self.message != message {
            return Ok(None);
        }
        M::decode(self.payload.clone()).map(Some).map_err(|error| HandlerError::Park(format!("{message} cannot be read: {error}")))
    }

    /// The aggregate with its id, which is what order is kept by.
    pub(crate) fn stream_id(&self) -> String {
        crate::store::stream_id(&self.aggregate, self.aggregate_id)
    }
}

/// Why a fact was not applied.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// Something that it needs is away: tried for minutes, with growing pauses, before it is parked.
    #[error("to be tried again: {0}")]
    Retry(String),
    /// Never, without a change: parked at once.
    #[error("to be parked: {0}")]
    Park(String),
    /// The database failed: tried again, but only a few times when it refuses what it was given.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}

/// Reacts to the facts of one kind of aggregate of one service.
pub trait Handler: Send + Sync + 'static {
    /// Stable name; its cursors are kept under it.
    const CONSUMER: &'static str;
    /// The publishing service.
    const SOURCE: &'static str;
    /// The kind of aggregate. Every fact of it comes, for the numbers to be dense; what does not matter is ignored here.
    const AGGREGATE: &'static str;

    /// Applies one fact. Whatever it changes, it changes through `tx`.
    fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> impl Future<Output = Result<(), HandlerError>> + Send;
}

pub(crate) type Handle = dyn for<'a> Fn(&'a mut Tx<'_>, &'a Fact) -> BoxFuture<'a, Result<(), HandlerError>> + Send + Sync;

/// Wakes the runner of what is due after a commit that put something, and lets it sleep after every other one. One for each handler, whose
/// transactions come one after the other.
#[derive(Clone)]
pub(crate) struct Told {
    put: Arc<AtomicBool>,
    wakes: Arc<Notify>,
}

impl Told {
    pub(crate) fn new(wakes: Arc<Notify>) -> Self {
        Self { put: Arc::default(), wakes }
    }

    pub(crate) fn something_is_put(&self) {
        self.put.store(true, Ordering::Release);
    }

    fn committed(&self) {
        if self.put.swap(false, Ordering::AcqRel) {
            self.wakes.notify_one();
        }
    }
}

/// A handler whose type is forgotten.
#[derive(Clone)]
pub struct AnyHandler {
    pub(crate) consumer: &'static str,
    pub(crate) source: &'static str,
    pub(crate) aggregates: Vec<&'static str>,
    pub(crate) handle: Arc<Handle>,
    /// Whom to wake after a commit.
    pub(crate) told: Option<Told>,
    pub(crate) faults: ConsumerFaults,
}

/// Guards taken away by the tests that show what they are for.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConsumerFaults {
    /// Facts are applied as they come, without looking at the cursor.
    pub no_cursor: bool,
    /// The cursor moves in a transaction of its own, after the effect's.
    pub cursor_apart: bool,
    /// A fact that fails is dropped alone, and those behind it go on.
    pub skip_failed: bool,
}

impl<H: Handler> From<H> for AnyHandler {
    fn from(handler: H) -> Self {
        Self::new(handler)
    }
}

impl AnyHandler {
    /// Forgets the type.
    pub fn new<H: Handler>(handler: H) -> Self {
        let handler = Arc::new(handler);
        let handle: Arc<Handle> = Arc::new(move |tx, fact| {
            let handler = Arc::clone(&handler);
            Box::pin(async move { handler.handle_in_tx(tx, fact).await })
        });
        Self { consumer: H::CONSUMER, source: H::SOURCE, aggregates: vec![H::AGGREGATE], handle, told: None, faults: ConsumerFaults::default() }
    }

    /// The same handler over the facts of another kind of aggregate.
    #[must_use]
    pub fn hearing(mut self, source: &'static str, aggregate: &'static str) -> Self {
        self.source = source;
        self.aggregates = vec![aggregate];
        self
    }

    /// The same handler with faults injected.
    #[must_use]
    pub fn with_faults(mut self, faults: ConsumerFaults) -> Self {
        self.faults = faults;
        self
    }

    pub(crate) fn committed(&self) {
        if let Some(told) = &self.told {
            told.committed();
        }
    }

    pub(crate) async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        (self.handle)(tx, fact).await
    }
}
