//! Several aggregates, or an aggregate and a reservation, in one transaction. Nothing in it may touch the database by
//! another way than through it.

use std::collections::BTreeSet;

use chassis_domain::{Aggregate, DecideContext, Id, Refusal};
use futures::future::BoxFuture;
use prost::Message;

use super::{
    CommandMeta, EventStore, ExecuteError, Executed, Recorded, StoreError, Versioned, WorkError,
    aggregate_cache::AggregateCache,
    append::{Ready, ready},
    command_log::{self, Entry},
    error::is_conflict,
    execute::{TRIES, decide, settled},
    load::{decode, read_stream},
    recorded::with_keys,
    stream_id,
};
use crate::{
    database::{self, Tx},
    detached::detached,
    projection::{Plans, take_over},
};

/// The answer of a unit of work, as the command log keeps it: ids and numbers, nothing personal.
pub trait Outcome: Send + Sized + 'static {
    /// For the log.
    fn to_bytes(&self) -> Vec<u8>;
    /// From the log.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

impl<M: Message + Default + 'static> Outcome for M {
    fn to_bytes(&self) -> Vec<u8> {
        self.encode_to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::decode(bytes).ok()
    }
}

/// An open transaction with the context of its command.
pub struct UnitOfWork {
    store: EventStore,
    meta: CommandMeta,
    context: DecideContext,
    tx: Tx<'static>,
    changed: bool,
    /// The streams it has appended to, or was about to.
    streams: BTreeSet<String>,
    /// What may be was_cached once it is committed.
    fresh: Vec<Box<dyn FnOnce(&AggregateCache) + Send + Sync>>,
}

impl UnitOfWork {
    pub(super) async fn begin(store: &EventStore, meta: &CommandMeta, context: DecideContext) -> Result<Self, StoreError> {
        let tx = database::begin(&store.inner.pool).await?;
        Ok(Self { store: store.clone(), meta: meta.clone(), context, tx, changed: false, streams: BTreeSet::new(), fresh: Vec::new() })
    }

    /// The time, actor and ids of this command.
    pub fn context(&self) -> &DecideContext {
        &self.context
    }

    /// For reservations and queries that must be part of the transaction.
    pub fn tx(&mut self) -> &mut Tx<'static> {
        &mut self.tx
    }

    /// The aggregate as this transaction sees it.
    pub async fn load<A: Aggregate>(&mut self, id: Id<A>) -> Result<Versioned<A>, StoreError> {
        let raw = read_stream(&mut *self.tx, &stream_id(A::CATEGORY, id.uuid())).await?;
        let version = raw.len() as u64;
        let events = decode::<A::Event>(with_keys(&self.store.inner.keyring, raw).await?)?;
        Ok(Versioned { state: A::replay(events.iter().map(|recorded| &recorded.event)), version })
    }

    /// The same, and nobody changes it before this transaction is over: for a rule about one aggregate that another one's state decides.
    pub async fn load_held<A: Aggregate>(&mut self, id: Id<A>) -> Result<Versioned<A>, StoreError> {
        sqlx::query("select from event_streams where stream_id = $1 for share")
            .bind(stream_id(A::CATEGORY, id.uuid()))
            .execute(&mut *self.tx)
            .await?;
        self.load(id).await
    }

    /// A command on one of the aggregates.
    pub async fn execute<A: Aggregate>(&mut self, id: Id<A>, command: &A::Command) -> Result<Executed<A>, WorkError<A::Refusal>> {
        self.execute_expecting(id, command, None).await
    }

    /// The same, refused as stale when the aggregate is at another version.
    pub async fn execute_expecting<A: Aggregate>(
        &mut self,
        id: Id<A>,
        command: &A::Command,
        expected: Option<u64>,
    ) -> Result<Executed<A>, WorkError<A::Refusal>> {
        let stream = stream_id(A::CATEGORY, id.uuid());
        let store = self.store.clone();
        let cache = &store.inner.cache;
        let mut seen = cache.look();
        let cached = cache.get::<A>(&stream);
        let was_cached = cached.is_some();
        let mut basis = match cached {
            Some((aggregate, then)) => {
                seen = then;
                aggregate
            }
            None => self.load(id).await?,
        };
        let mut decided = decide(&basis, command, expected, &self.context);
        if was_cached && !settled(&decided) {
            seen = cache.look();
            basis = self.load(id).await?;
            decided = decide(&basis, command, expected, &self.context);
        }
        let (events, Versioned { mut state, version }) = (decided?, basis);
        if events.is_empty() {
            return Ok(Executed { state, version, events: Vec::new(), replayed: false });
        }
        // From here on what is was_cached is old, or was already. What follows is not was_cached before it is committed.
        cache.forget(&stream);
        let ready = ready(&store.inner, id, version, events, &self.meta, self.context.now).await?;
        let events = self.append(ready, None).await?;
        for recorded in &events {
            state.evolve(&recorded.event);
        }
        let version = version + events.len() as u64;
        let fresh = Versioned { state: state.clone(), version };
        self.fresh.push(Box::new(move |cache| cache.put(&stream, fresh, seen)));
        Ok(Executed { state, version, events, replayed: false })
    }

    /// Appends events, with the inline read models.
    pub(super) async fn append<E: Send, R>(&mut self, ready: Ready<E>, log: Option<&CommandMeta>) -> Result<Vec<Recorded<E>>, WorkError<R>> {
        let inner = &self.store.inner;
        self.streams.insert(ready.stream().to_owned());
        let (plan, in_transaction) = Plans::of(&inner.inline, &ready.raw)?.in_tx();
        let (events, raw) = ready.append(&mut *self.tx, inner, log, plan).await?;
        for projection in in_transaction {
            projection.apply_in_tx(&mut self.tx, &raw).await.map_err(|error| StoreError::Projection(projection.name(), error))?;
        }
        self.changed = true;
        Ok(events)
    }

    /// Logs the command, unless its append did.
    async fn log(&mut self, entry: Entry<'_>) -> Result<(), StoreError> {
        command_log::insert(&mut *self.tx, &self.store.inner, &self.meta, self.context.now, entry).await
    }

    pub(super) async fn commit(self) -> Result<(), StoreError> {
        self.tx.commit().await?;
        for put in self.fresh {
            put(&self.store.inner.cache);
        }
        if self.changed {
            self.store.inner.committed.notify_one();
        }
        Ok(())
    }

    /// The streams that it was at.
    pub(super) async fn roll_back(self) -> Result<BTreeSet<String>, StoreError> {
        self.tx.rollback().await?;
        Ok(self.streams)
    }
}

impl EventStore {
    /// Executes a unit of work. It is run again from its beginning when somebody else was faster, so it must keep
    /// nothing outside of itself.
    pub async fn transact<T, E, F>(&self, meta: CommandMeta, work: F) -> Result<T, ExecuteError<E>>
    where
        T: Outcome,
        E: Refusal,
        F: for<'u> Fn(&'u mut UnitOfWork) -> BoxFuture<'u, Result<T, WorkError<E>>> + Send + Sync + 'static,
    {
        let store = self.clone();
        let run = async move { store.transact_here(&meta, &work).await };
        detached(tracing::Instrument::in_current_span(run)).await
    }

    async fn transact_here<T, E, F>(&self, meta: &CommandMeta, work: &F) -> Result<T, ExecuteError<E>>
    where
        T: Outcome,
        E: Refusal,
        F: for<'u> Fn(&'u mut UnitOfWork) -> BoxFuture<'u, Result<T, WorkError<E>>> + Send + Sync + 'static,
    {
        let mut planned_again = false;
        for _ in 0..TRIES {
            let mut unit = UnitOfWork::begin(self, meta, self.context(meta)).await?;
            let outcome = match work(&mut unit).await {
                Ok(outcome) => outcome,
                Err(WorkError::Conflict) => {
                    let streams = unit.roll_back().await?;
                    for stream in streams {
                        take_over(&self.inner, &stream).await?;
                    }
                    continue;
                }
                Err(error) => {
                    unit.roll_back().await?;
                    if let Some(outcome) = self.first_outcome(meta).await? {
                        return Ok(outcome);
                    }
                    if matches!(&error, WorkError::Store(error) if error.is_stale_plan()) && !std::mem::replace(&mut planned_again, true) {
                        self.inner.pool.forget_plans();
                        continue;
                    }
                    return Err(error.into());
                }
            };
            let logged = match unit.log(Entry { outcome: Some(outcome.to_bytes()), ..Entry::default() }).await {
                Ok(()) => unit.commit().await,
                Err(error) => Err(error),
            };
            match logged {
                Ok(()) => return Ok(outcome),
                Err(error) if is_conflict(&error) => {
                    if let Some(outcome) = self.first_outcome(meta).await? {
                        return Ok(outcome);
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(ExecuteError::Conflict { tries: TRIES })
    }

    async fn first_outcome<T: Outcome, E>(&self, meta: &CommandMeta) -> Result<Option<T>, ExecuteError<E>> {
        let Some(logged) = command_log::find(&self.inner.pool, meta).await? else { return Ok(None) };
        if !logged.is(&self.inner, meta, None) {
            return Err(ExecuteError::KeyReused);
        }
        Ok(Some(T::from_bytes(&logged.outcome).ok_or(StoreError::Inconsistent("an outcome of another kind"))?))
    }
}
