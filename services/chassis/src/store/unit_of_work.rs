//! Several aggregates, or an aggregate and a reservation, in one transaction. Nothing in it may touch the database by
//! another way than through it.

use chassis_domain::{Aggregate, DecideContext, Id, Refusal};
use futures::future::BoxFuture;
use prost::Message;

use super::{
    CommandMeta, EventStore, ExecuteError, Executed, Recorded, StoreError, Versioned, WorkError,
    append::{Ready, ready},
    command_log::{self, Entry},
    error::is_conflict,
    execute::{TRIES, decide, settled},
    load::{decode, read_stream},
    memory::Memory,
    recorded::with_keys,
    stream_id,
};
use crate::{
    database::{self, Tx},
    detached::detached,
    projection::Riders,
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
    /// What may be remembered once it is committed.
    learned: Vec<Box<dyn FnOnce(&Memory) + Send + Sync>>,
}

impl UnitOfWork {
    pub(super) async fn begin(store: &EventStore, meta: &CommandMeta, context: DecideContext) -> Result<Self, StoreError> {
        let tx = database::begin(&store.inner.pool).await?;
        Ok(Self { store: store.clone(), meta: meta.clone(), context, tx, changed: false, learned: Vec::new() })
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
        let memory = &store.inner.memory;
        let mut seen = memory.look();
        let recalled = memory.recall::<A>(&stream);
        let remembered = recalled.is_some();
        let mut basis = match recalled {
            Some((aggregate, then)) => {
                seen = then;
                aggregate
            }
            None => self.load(id).await?,
        };
        let mut decided = decide(&basis, command, expected, &self.context);
        if remembered && !settled(&decided) {
            seen = memory.look();
            basis = self.load(id).await?;
            decided = decide(&basis, command, expected, &self.context);
        }
        let (events, Versioned { mut state, version }) = (decided?, basis);
        if events.is_empty() {
            return Ok(Executed { state, version, events: Vec::new(), replayed: false });
        }
        // From here on what is remembered is old, or was already. What follows is not remembered before it is committed.
        memory.forget(&stream);
        let ready = ready(&store.inner, id, version, events, &self.meta, self.context.now).await?;
        let events = self.append(ready, None).await?;
        for recorded in &events {
            state.evolve(&recorded.event);
        }
        let version = version + events.len() as u64;
        let learned = Versioned { state: state.clone(), version };
        self.learned.push(Box::new(move |memory| memory.remember(&stream, learned, seen)));
        Ok(Executed { state, version, events, replayed: false })
    }

    /// Appends events, with the inline read models.
    pub(super) async fn append<E: Send, R>(&mut self, ready: Ready<E>, log: Option<&CommandMeta>) -> Result<Vec<Recorded<E>>, WorkError<R>> {
        let inner = &self.store.inner;
        let (along, apart) = Riders::of(&inner.inline, &ready.raw)?.in_tx();
        let (events, raw) = ready.append(&mut *self.tx, inner, log, along).await?;
        for projection in apart {
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
        for learn in self.learned {
            learn(&self.store.inner.memory);
        }
        if self.changed {
            self.store.inner.committed.notify_one();
        }
        Ok(())
    }

    pub(super) async fn roll_back(self) -> Result<(), StoreError> {
        Ok(self.tx.rollback().await?)
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
        for _ in 0..TRIES {
            let mut unit = UnitOfWork::begin(self, meta, self.context(meta)).await?;
            let outcome = match work(&mut unit).await {
                Ok(outcome) => outcome,
                Err(WorkError::Conflict) => {
                    unit.roll_back().await?;
                    continue;
                }
                Err(error) => {
                    unit.roll_back().await?;
                    return match self.first_outcome(meta).await? {
                        Some(outcome) => Ok(outcome),
                        None => Err(error.into()),
                    };
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
        if logged.fingerprint != meta.fingerprint {
            return Err(ExecuteError::KeyReused);
        }
        Ok(Some(T::from_bytes(&logged.outcome).ok_or(StoreError::Inconsistent("an outcome of another kind"))?))
    }
}
