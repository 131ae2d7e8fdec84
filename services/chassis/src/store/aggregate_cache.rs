//! The newest state of aggregates that were written to lately, so that the next command on one need not read its history
//! again. Only a state that the database then holds against its version may lead to a write: see `execute`.

use std::{
    any::Any,
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chassis_domain::Aggregate;
use jiff::SignedDuration;
use lru::LruCache;

use super::Versioned;
use crate::{clock::Clock, sealing::Keyring};

/// Aggregates cached at once.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(1_024).unwrap();
/// How long opened texts stay here after another process has destroyed their key: as long as the key itself may be trusted.
const TRUSTED: SignedDuration = SignedDuration::from_mins(5);

struct Cached {
    aggregate: Arc<dyn Any + Send + Sync>,
    version: u64,
    seen: Seen,
}

/// When the texts of a state were opened, by how long the clock had run.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    since: SignedDuration,
    /// How many keys had been destroyed by then.
    destroyed: u64,
}

/// States by the stream they are folded from.
pub(super) struct AggregateCache {
    clock: Clock,
    keyring: Keyring,
    states: Mutex<LruCache<String, Cached>>,
}

impl AggregateCache {
    pub(super) fn new(clock: Clock, keyring: Keyring) -> Self {
        Self { clock, keyring, states: Mutex::new(LruCache::new(CAPACITY)) }
    }

    /// The state as this process last saw it; another one may have changed it since.
    pub(super) fn get<A: Aggregate>(&self, stream_id: &str) -> Option<(Versioned<A>, Seen)> {
        let (ran, destroyed) = (self.clock.ran(), self.keyring.destroyed());
        let mut states = self.states();
        let Cached { aggregate, seen, .. } = states.get(stream_id)?;
        if seen.destroyed != destroyed || ran - seen.since >= TRUSTED {
            states.pop(stream_id);
            return None;
        }
        let (aggregate, seen) = (Arc::clone(aggregate), *seen);
        drop(states);
        Some((aggregate.downcast_ref::<Versioned<A>>()?.clone(), seen))
    }

    /// Keeps a state that was committed, unless a newer one is known by now; `seen` is of before its history was read.
    pub(super) fn put<A: Aggregate>(&self, stream_id: &str, aggregate: Versioned<A>, seen: Seen) {
        let version = aggregate.version;
        let mut states = self.states();
        if states.peek(stream_id).is_none_or(|known| known.version <= version) {
            states.put(stream_id.to_owned(), Cached { aggregate: Arc::new(aggregate), version, seen });
        }
    }

    /// What is cached turned out to be old, or may be.
    pub(super) fn forget(&self, stream_id: &str) {
        self.states().pop(stream_id);
    }

    /// To be taken before a history is read, so that a key destroyed while it is read is noticed.
    pub(super) fn look(&self) -> Seen {
        Seen { since: self.clock.ran(), destroyed: self.keyring.destroyed() }
    }

    fn states(&self) -> MutexGuard<'_, LruCache<String, Cached>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
