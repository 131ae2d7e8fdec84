//! The event store: commands on aggregates, each in one transaction that holds the idempotency record, the events, their
//! facts, the inline read models and the access log row. What is answered after the commit is there for ever; the same
//! idempotency key is answered with the first result for ever.

mod aggregate_cache;
mod append;
mod command_log;
mod error;
mod execute;
mod load;
mod meta;
mod queue;
mod recorded;
mod unit_of_work;

use std::sync::Arc;

use tokio::sync::Notify;

pub use error::{ExecuteError, StoreError, WorkError};
pub use load::{Behind, Versioned};
pub use meta::{CommandMeta, TraceContext};
pub(crate) use meta::{StoredMeta, kind_name};
pub(crate) use recorded::{COLUMNS, from_row, number, with_keys};
pub use recorded::{RawRecorded, Recorded};
pub use unit_of_work::{Outcome, UnitOfWork};

use crate::{
    clock::{Clock, Ids},
    database::Pool,
    projection::{Build, InlineProjection},
    sealing::Keyring,
};

/// The event store of one service. Cheap to clone.
#[derive(Clone)]
pub struct EventStore {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) pool: Pool,
    pub(crate) clock: Clock,
    pub(crate) ids: Ids,
    pub(crate) keyring: Keyring,
    /// Read models that change in the transaction of their events.
    pub(crate) inline: Vec<Arc<dyn InlineProjection>>,
    /// Which versions of them, and of those that follow, this process has.
    pub(crate) build: Build,
    /// Told after each commit.
    pub(crate) committed: Arc<Notify>,
    queue: queue::Queue,
    cache: aggregate_cache::AggregateCache,
    /// Guards that a test takes away to show that they are needed. All stand in production.
    pub(crate) faults: Faults,
}

/// Guards taken away, one by one, by the tests that show what each is for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Appending does not check the version, and hides the conflict.
    pub blind_append: bool,
    /// A retry after a conflict decides on what was read before it.
    pub stale_retry: bool,
    /// Handlers die with their callers.
    pub attached: bool,
}

/// What a command on one aggregate led to.
#[derive(Clone, Debug)]
pub struct Executed<A: chassis_domain::Aggregate> {
    /// The aggregate afterwards.
    pub state: A,
    /// Its version afterwards.
    pub version: u64,
    /// What happened; empty when nothing changed.
    pub events: Vec<Recorded<A::Event>>,
    /// The command was executed before under the same key, and this is the result of then.
    pub replayed: bool,
}

impl EventStore {
    /// The store over a migrated database.
    pub fn new(pool: Pool, clock: Clock, ids: Ids, keyring: Keyring, inline: Vec<Arc<dyn InlineProjection>>) -> Self {
        let cache = aggregate_cache::AggregateCache::new(clock.clone(), keyring.clone());
        let (committed, queue, faults) = (Arc::default(), queue::Queue::default(), Faults::default());
        let build = Build::default();
        Self { inner: Arc::new(Inner { pool, clock, ids, keyring, inline, build, committed, queue, cache, faults }) }
    }

    /// The same store in a process of this build, with others beside it.
    pub(crate) fn of(self, build: Build) -> Self {
        let faults = self.inner.faults;
        self.again(build, faults)
    }

    /// The same store with faults injected, and with a queue and a cache of its own, as another process would have.
    #[must_use]
    pub fn with_faults(self, faults: Faults) -> Self {
        let build = self.inner.build.clone();
        self.again(build, faults)
    }

    fn again(self, build: Build, faults: Faults) -> Self {
        let own = &self.inner;
        let inner = Inner {
            pool: own.pool.clone(),
            clock: own.clock.clone(),
            ids: own.ids.clone(),
            keyring: own.keyring.clone(),
            inline: own.inline.clone(),
            build,
            committed: Arc::clone(&own.committed),
            queue: queue::Queue::default(),
            cache: aggregate_cache::AggregateCache::new(own.clock.clone(), own.keyring.clone()),
            faults,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Told after each commit: the relay waits for it.
    pub fn committed(&self) -> Arc<Notify> {
        Arc::clone(&self.inner.committed)
    }
}

/// The stream of an aggregate.
pub(crate) fn stream_id(category: &str, aggregate_id: uuid::Uuid) -> String {
    format!("{category}-{aggregate_id}")
}
