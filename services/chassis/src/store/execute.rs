//! A command on one aggregate: load, decide, append, log, commit; again with fresh facts when somebody else was faster.

use chassis_domain::{Aggregate, DecideContext, Id};

use super::{
    CommandMeta, EventStore, ExecuteError, Executed, StoreError, Versioned, WorkError,
    aggregate_cache::Seen,
    append::ready,
    command_log::{self, Entry},
    stream_id,
    unit_of_work::UnitOfWork,
};
use crate::{
    detached::detached,
    projection::{Plans, take_over},
};

/// How often a command is tried before others have been faster too often.
pub(super) const TRIES: u8 = 5;

/// What a command is decided on.
struct Basis<A> {
    aggregate: Versioned<A>,
    seen: Seen,
    /// It was in memory: another process may have changed it since.
    cached: bool,
}

impl EventStore {
    /// Executes one command on one aggregate.
    ///
    /// Runs to its end even when the caller goes away: a transaction that nobody finishes would poison its connection.
    pub async fn execute<A: Aggregate>(&self, id: Id<A>, command: A::Command, meta: CommandMeta) -> Result<Executed<A>, ExecuteError<A::Refusal>> {
        let (store, meta) = (self.clone(), meta.for_command(&command));
        let run = async move { store.execute_here(id, &command, &meta).await };
        if self.inner.faults.attached {
            return run.await;
        }
        detached(tracing::Instrument::in_current_span(run)).await
    }

    /// Whether a command was stored under this key. What others have to say of it counts no more then: its first result stands.
    pub async fn has_executed(&self, meta: &CommandMeta) -> Result<bool, StoreError> {
        Ok(command_log::find(&self.inner.pool, meta).await?.is_some())
    }

    async fn execute_here<A: Aggregate>(&self, id: Id<A>, command: &A::Command, meta: &CommandMeta) -> Result<Executed<A>, ExecuteError<A::Refusal>> {
        let stream = stream_id(A::CATEGORY, id.uuid());
        let _turn = self.inner.queue.turn(&stream).await;
        let (mut before, mut read_again) = (None, false);
        for _ in 0..TRIES {
            let error = match self.attempt(id, &stream, command, meta, &mut before).await {
                Ok(executed) => return Ok(executed),
                Err(error) => error,
            };
            self.inner.cache.forget(&stream);
            // Perhaps a retry of what was done already: then the first result stands, whatever is so now.
            if let Some(executed) = self.replayed(id, meta).await? {
                return Ok(executed);
            }
            let taken_over = match &error {
                WorkError::Conflict => {
                    take_over(&self.inner, &stream).await?;
                    true
                }
                WorkError::Store(error) if error.is_stale_plan() => {
                    self.inner.pool.forget_plans();
                    !std::mem::replace(&mut read_again, true)
                }
                // What it read of the tables may lack what another build has appended, also the beginning. Where that has been taken in
                // since, by who follows the others, the stream is this build's by now, and a second look is enough.
                WorkError::Store(StoreError::Projection(..)) => take_over(&self.inner, &stream).await? || !std::mem::replace(&mut read_again, true),
                WorkError::Store(_) | WorkError::Refused(_) | WorkError::Stale { .. } => false,
            };
            if !taken_over {
                return Err(error.into());
            }
        }
        Err(ExecuteError::Conflict { tries: TRIES })
    }

    async fn attempt<A: Aggregate>(
        &self,
        id: Id<A>,
        stream: &str,
        command: &A::Command,
        meta: &CommandMeta,
        before: &mut Option<A>,
    ) -> Result<Executed<A>, WorkError<A::Refusal>> {
        let inner = &self.inner;
        let context = self.context(meta);
        let expected = meta.expected_version;
        let mut basis = match inner.cache.get::<A>(stream) {
            Some((aggregate, seen)) => Basis { aggregate, seen, cached: true },
            None => self.basis(id).await?,
        };
        if inner.faults.stale_retry {
            basis.aggregate.state = before.get_or_insert_with(|| basis.aggregate.state.clone()).clone();
        }
        let mut decided = decide(&basis.aggregate, command, expected, &context);
        if basis.cached && !settled(&decided) {
            basis = self.basis(id).await?;
            decided = decide(&basis.aggregate, command, expected, &context);
        }
        let (events, Versioned { mut state, version }) = (decided?, basis.aggregate);
        let recorded = if events.is_empty() {
            let entry = Entry { stream_id: Some(stream), from_version: version, to_version: version, outcome: None };
            command_log::insert(&inner.pool, inner, meta, context.now, entry).await?;
            Vec::new()
        } else {
            let ready = ready(inner, id, version, events, meta, context.now).await?;
            let plan = Plans::of(&inner.inline, &ready.raw)?.read(&inner.pool).await?;
            if let Some(plan) = plan {
                let (recorded, _) = ready.append(&inner.pool, inner, Some(meta), plan).await?;
                inner.committed.notify_one();
                recorded
            } else {
                let mut unit = UnitOfWork::begin(self, meta, context).await?;
                let recorded = unit.append(ready, Some(meta)).await?;
                unit.commit().await?;
                recorded
            }
        };
        for event in &recorded {
            state.evolve(&event.event);
        }
        let version = version + recorded.len() as u64;
        inner.cache.put(stream, Versioned { state: state.clone(), version }, basis.seen);
        Ok(Executed { state, version, events: recorded, replayed: false })
    }

    /// What the database says now.
    async fn basis<A: Aggregate>(&self, id: Id<A>) -> Result<Basis<A>, StoreError> {
        let seen = self.inner.cache.look();
        Ok(Basis { aggregate: self.load(id).await?, seen, cached: false })
    }

    /// The time, actor and ids of a command that is executed now.
    pub(super) fn context(&self, meta: &CommandMeta) -> DecideContext {
        DecideContext { now: self.inner.clock.now(), actor: meta.actor.clone(), on_behalf_of: meta.on_behalf_of, command_id: meta.command_id }
    }

    /// The first result under this key.
    async fn replayed<A: Aggregate>(&self, id: Id<A>, meta: &CommandMeta) -> Result<Option<Executed<A>>, ExecuteError<A::Refusal>> {
        let Some(logged) = command_log::find(&self.inner.pool, meta).await? else { return Ok(None) };
        if !logged.is(&self.inner, meta, Some(&stream_id(A::CATEGORY, id.uuid()))) {
            return Err(ExecuteError::KeyReused);
        }
        let history = self.history(id).await?;
        let until = history.into_iter().take_while(|recorded| recorded.meta.version <= logged.to_version);
        let mut state = A::default();
        let mut events = Vec::new();
        for recorded in until {
            state.evolve(&recorded.event);
            if recorded.meta.version > logged.from_version {
                events.push(recorded);
            }
        }
        Ok(Some(Executed { state, version: logged.to_version, events, replayed: true }))
    }
}

/// The events that follow, unless the caller had another version before their eyes.
pub(super) fn decide<A: Aggregate>(
    aggregate: &Versioned<A>,
    command: &A::Command,
    expected: Option<u64>,
    context: &DecideContext,
) -> Result<Vec<A::Event>, WorkError<A::Refusal>> {
    if expected.is_some_and(|expected| expected != aggregate.version) {
        return Err(WorkError::Stale { current: aggregate.version });
    }
    aggregate.state.decide(command, context).map_err(WorkError::Refused)
}

/// Whether what was decided on a cached state may stand. Only an append is held against the version by the database;
/// whatever else comes of it is decided again on what is so now.
pub(super) fn settled<E, R>(decided: &Result<Vec<E>, WorkError<R>>) -> bool {
    decided.as_ref().is_ok_and(|events| !events.is_empty())
}

impl<R> From<WorkError<R>> for ExecuteError<R> {
    fn from(error: WorkError<R>) -> Self {
        match error {
            WorkError::Refused(refusal) => Self::Refused(refusal),
            WorkError::Stale { current } => Self::Stale { current },
            WorkError::Conflict => Self::Conflict { tries: TRIES },
            WorkError::Store(error) => Self::Unavailable(error),
        }
    }
}
