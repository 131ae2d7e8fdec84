//! A command on one aggregate: load, decide, append, log, commit; again with fresh facts when somebody else was faster.

use chassis_domain::{Aggregate, Id};

use super::{
    CommandMeta, EventStore, ExecuteError, Executed, StoreError, WorkError,
    command_log::{self, Entry},
    error::is_conflict,
    load::decode,
    recorded::with_keys,
    stream_id,
    unit_of_work::UnitOfWork,
};

/// How often a command is tried before others have been faster too often.
const TRIES: u8 = 5;

impl EventStore {
    /// Executes one command on one aggregate.
    ///
    /// Runs to its end even when the caller goes away: a transaction that nobody finishes would poison its connection.
    pub async fn execute<A: Aggregate>(&self, id: Id<A>, command: A::Command, meta: CommandMeta) -> Result<Executed<A>, ExecuteError<A::Refusal>> {
        let store = self.clone();
        let run = async move { store.execute_here(id, &command, &meta).await };
        if self.inner.faults.attached {
            return run.await;
        }
        tokio::spawn(tracing::Instrument::in_current_span(run)).await.map_err(|_| StoreError::Task)?
    }

    async fn execute_here<A: Aggregate>(&self, id: Id<A>, command: &A::Command, meta: &CommandMeta) -> Result<Executed<A>, ExecuteError<A::Refusal>> {
        let stream = stream_id(A::CATEGORY, id.uuid());
        let _turn = self.inner.queue.turn(&stream).await;
        let mut before = None;
        for _ in 0..TRIES {
            let mut unit = UnitOfWork::begin(self, meta).await?;
            let outcome = unit.execute_as_tried_before(id, command, meta.expected_version, &mut before).await;
            let executed = match outcome {
                Ok(executed) => executed,
                Err(WorkError::Conflict) => {
                    unit.roll_back().await?;
                    continue;
                }
                // Perhaps a retry of what was done already: then the first result stands, whatever is so now.
                Err(error) => {
                    unit.roll_back().await?;
                    return match self.replayed(id, meta).await? {
                        Some(executed) => Ok(executed),
                        None => Err(error.into()),
                    };
                }
            };
            let from_version = executed.version - executed.events.len() as u64;
            let entry = Entry { stream_id: Some(&stream), from_version, to_version: executed.version, outcome: None };
            match unit.commit(entry).await {
                Ok(()) => return Ok(executed),
                Err(error) if is_conflict(&error) => {
                    if let Some(executed) = self.replayed(id, meta).await? {
                        return Ok(executed);
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        match self.replayed(id, meta).await? {
            Some(executed) => Ok(executed),
            None => Err(ExecuteError::Conflict { tries: TRIES }),
        }
    }

    /// The first result under this key.
    async fn replayed<A: Aggregate>(&self, id: Id<A>, meta: &CommandMeta) -> Result<Option<Executed<A>>, ExecuteError<A::Refusal>> {
        let mut connection = self.inner.pool.acquire().await.map_err(StoreError::from)?;
        let Some(logged) = command_log::find(&mut connection, meta).await? else { return Ok(None) };
        if logged.fingerprint != meta.fingerprint {
            return Err(ExecuteError::KeyReused);
        }
        let raw = super::load::read_stream(&mut connection, &stream_id(A::CATEGORY, id.uuid())).await?;
        drop(connection);
        let history = decode::<A::Event>(with_keys(&self.inner.keyring, raw).await?)?;
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
