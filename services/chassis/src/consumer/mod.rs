//! Facts from the bus, each applied once and in order per aggregate: the cursor moves in the effect's own transaction, so a
//! redelivered fact changes nothing, and one that comes too early waits for the one before it. A fact that cannot be
//! applied parks its own aggregate; every other flows.

mod cursor;
mod durable;
mod parking;

use std::sync::Arc;

use bytes::Bytes;
use chassis_domain::Timestamp;
use futures::future::BoxFuture;
use prost::Message;
use uuid::Uuid;

pub(crate) use durable::run;
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
    /// Names the event for ever.
    pub event_id: Uuid,
    /// When it was recorded.
    pub at: Timestamp,
    /// The encoded message.
    pub payload: Bytes,
    /// The trace it was recorded in.
    pub trace: TraceContext,
}

impl Fact {
    /// The fact as its own type; `None` when it is of another one.
    pub fn decode<M: Message + Default>(&self, message: &str) -> Option<M> {
        (self.message == message).then(|| M::decode(self.payload.clone()).ok()).flatten()
    }

    /// The aggregate with its id, which is what order is kept by.
    pub(crate) fn stream_id(&self) -> String {
        crate::store::stream_id(&self.aggregate, self.aggregate_id)
    }
}

/// Why a fact was not applied.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// Perhaps later.
    #[error("to be tried again: {0}")]
    Retry(String),
    /// Never, without a change: parked at once.
    #[error("to be parked: {0}")]
    Park(String),
    /// The database failed: tried again.
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

/// A handler whose type is forgotten.
#[derive(Clone)]
pub struct AnyHandler {
    pub(crate) consumer: &'static str,
    pub(crate) source: &'static str,
    pub(crate) aggregate: &'static str,
    pub(crate) handle: Arc<Handle>,
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
        Self { consumer: H::CONSUMER, source: H::SOURCE, aggregate: H::AGGREGATE, handle, faults: ConsumerFaults::default() }
    }

    /// The same handler with guards taken away.
    #[must_use]
    pub fn with_faults(mut self, faults: ConsumerFaults) -> Self {
        self.faults = faults;
        self
    }

    pub(crate) async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        (self.handle)(tx, fact).await
    }
}
