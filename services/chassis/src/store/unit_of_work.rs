//! Several aggregates, or an aggregate and a reservation, in one transaction. Nothing in it may touch the database by
//! another way than through it.

use chassis_domain::{Aggregate, DecideContext, Id, Refusal};
use futures::future::BoxFuture;
use prost::Message;

use super::{
    CommandMeta, EventStore, ExecuteError, Executed, StoreError, Versioned, WorkError,
    append::append_in_tx,
    command_log::{self, Entry},
    error::is_conflict,
    load::{decode, read_stream},
    recorded::with_keys,
    stream_id,
};
use crate::database::Tx;

const TRIES: u8 = 5;

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
}

impl UnitOfWork {
    pub(super) async fn begin(store: &EventStore, meta: &CommandMeta) -> Result<Self, StoreError> {
        let context =
            DecideContext { now: store.inner.clock.now(), actor: meta.actor.clone(), on_behalf_of: meta.on_behalf_of, command_id: meta.command_id };
        let tx = store.inner.pool.begin().await?;
        Ok(Self { store: store.clone(), meta: meta.clone(), context, tx, changed: false })
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
        let raw = read_stream(&mut self.tx, &stream_id(A::CATEGORY, id.uuid())).await?;
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
        let loaded = self.load(id).await?;
        self.decide_and_append(id, command, expected, loaded).await
    }

    /// Like `execute`, but with the guard against deciding on old facts that a test can take away.
    pub(super) async fn execute_as_tried_before<A: Aggregate>(
        &mut self,
        id: Id<A>,
        command: &A::Command,
        expected: Option<u64>,
        before: &mut Option<Versioned<A>>,
    ) -> Result<Executed<A>, WorkError<A::Refusal>> {
        let mut loaded = self.load(id).await?;
        if self.store.inner.faults.stale_retry {
            let first = before.get_or_insert_with(|| loaded.clone());
            loaded.state = first.state.clone();
        }
        self.decide_and_append(id, command, expected, loaded).await
    }

    async fn decide_and_append<A: Aggregate>(
        &mut self,
        id: Id<A>,
        command: &A::Command,
        expected: Option<u64>,
        loaded: Versioned<A>,
    ) -> Result<Executed<A>, WorkError<A::Refusal>> {
        let Versioned { mut state, version } = loaded;
        if expected.is_some_and(|expected| expected != version) {
            return Err(WorkError::Stale { current: version });
        }
        let events = state.decide(command, &self.context).map_err(WorkError::Refused)?;
        if events.is_empty() {
            return Ok(Executed { state, version, events: Vec::new(), replayed: false });
        }
        let inner = &self.store.inner;
        if !inner.inline.is_empty() {
            sqlx::query(crate::projection::WRITERS_LOCK).execute(&mut *self.tx).await?;
        }
        let (events, raw) = append_in_tx(&mut self.tx, inner, id, version, events, &self.meta, self.context.now).await?;
        for projection in &inner.inline {
            for event in &raw {
                projection.apply_in_tx(&mut self.tx, event).await.map_err(|error| StoreError::Projection(projection.name(), error))?;
            }
        }
        for recorded in &events {
            state.evolve(&recorded.event);
        }
        self.changed = true;
        Ok(Executed { state, version: version + events.len() as u64, events, replayed: false })
    }

    pub(super) async fn commit(mut self, entry: Entry<'_>) -> Result<(), StoreError> {
        command_log::insert_in_tx(&mut self.tx, &self.meta, self.context.now, entry).await?;
        if let Some(access) = &self.meta.access {
            access.insert_in_tx(&mut self.tx, self.store.inner.ids.v7(self.context.now), self.context.now).await?;
        }
        self.tx.commit().await?;
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
        tokio::spawn(tracing::Instrument::in_current_span(run)).await.map_err(|_| StoreError::Task)?
    }

    async fn transact_here<T, E, F>(&self, meta: &CommandMeta, work: &F) -> Result<T, ExecuteError<E>>
    where
        T: Outcome,
        E: Refusal,
        F: for<'u> Fn(&'u mut UnitOfWork) -> BoxFuture<'u, Result<T, WorkError<E>>> + Send + Sync + 'static,
    {
        for _ in 0..TRIES {
            let mut unit = UnitOfWork::begin(self, meta).await?;
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
            let entry = Entry { outcome: Some(outcome.to_bytes()), ..Entry::default() };
            match unit.commit(entry).await {
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
        let mut connection = self.inner.pool.acquire().await.map_err(StoreError::from)?;
        let Some(logged) = command_log::find(&mut connection, meta).await? else { return Ok(None) };
        if logged.fingerprint != meta.fingerprint {
            return Err(ExecuteError::KeyReused);
        }
        Ok(Some(T::from_bytes(&logged.outcome).ok_or(StoreError::Inconsistent("an outcome of another kind"))?))
    }
}
