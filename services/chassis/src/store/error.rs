//! What can become of a command beside its result. A refusal is business, a fault is technical.

use chassis_domain::DecodeError;

use crate::{database::is_stale_plan, projection::ProjectionError, sealing::SealingError};

/// What an append that fails for it says of a stream.
pub(super) const MOVED_ON: &str = "the stream has moved on since it was read";

/// The store cannot do its work. Nothing was changed, or the answer was lost: a retry with the same key tells.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or did not answer.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// Keys of persons cannot be had.
    #[error("sealing failed")]
    Sealing(#[from] SealingError),
    /// A stored event cannot be read by this build.
    #[error("a stored event cannot be read")]
    Undecodable(#[from] DecodeError),
    /// An event by an actor of a kind that this build does not know.
    #[error("an event is by {0}, which is no kind of actor that this build knows")]
    UnknownActor(String),
    /// What is stored beside an event is of a later build.
    #[error("what is stored beside an event is in format {0}, which this build does not know")]
    UnknownMeta(u8),
    /// A row of the store says what no row of it can say.
    #[error("the store is inconsistent: {0}")]
    Inconsistent(&'static str),
    /// An inline read model failed.
    #[error("the read model {0} failed")]
    Projection(&'static str, #[source] ProjectionError),
}

impl StoreError {
    /// A statement was prepared before a migration that changed what it answers with. Nothing was done, and a fresh connection does it.
    pub(super) fn is_stale_plan(&self) -> bool {
        match self {
            Self::Database(error) | Self::Projection(_, ProjectionError::Database(error)) => is_stale_plan(error),
            _ => false,
        }
    }
}

/// Why a command was not executed.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError<R> {
    /// Business says no.
    #[error("refused: {0}")]
    Refused(R),
    /// The caller named a version that is not the newest.
    #[error("stale: the aggregate is at version {current}")]
    Stale {
        /// The version it is at.
        current: u64,
    },
    /// Others were faster, several times.
    #[error("conflict, tried {tries} times")]
    Conflict {
        /// How often.
        tries: u8,
    },
    /// The idempotency key stands for another command.
    #[error("the idempotency key was used for another command")]
    KeyReused,
    /// A fault.
    #[error("unavailable")]
    Unavailable(#[from] StoreError),
}

/// Why a unit of work did not finish.
#[derive(Debug, thiserror::Error)]
pub enum WorkError<E> {
    /// Business says no.
    #[error("refused: {0}")]
    Refused(E),
    /// The caller named a version that is not the newest.
    #[error("stale: the aggregate is at version {current}")]
    Stale {
        /// The version it is at.
        current: u64,
    },
    /// Somebody else was faster: the whole unit is tried again, with fresh facts.
    #[error("conflict")]
    Conflict,
    /// A fault.
    #[error("the store failed")]
    Store(StoreError),
}

impl<E> WorkError<E> {
    /// Turns the refusal of one aggregate into the refusal of the unit.
    pub fn map<F>(self, refusal: impl FnOnce(E) -> F) -> WorkError<F> {
        match self {
            Self::Refused(refused) => WorkError::Refused(refusal(refused)),
            Self::Stale { current } => WorkError::Stale { current },
            Self::Conflict => WorkError::Conflict,
            Self::Store(error) => WorkError::Store(error),
        }
    }
}

impl<E, S: Into<StoreError>> From<S> for WorkError<E> {
    fn from(error: S) -> Self {
        let error = error.into();
        if is_conflict(&error) { Self::Conflict } else { Self::Store(error) }
    }
}

/// Whether trying again with fresh facts is the answer.
pub(crate) fn is_conflict(error: &StoreError) -> bool {
    let StoreError::Database(error) = error else { return false };
    let Some(database) = error.as_database_error() else { return false };
    matches!(database.constraint(), Some("events_pkey" | "event_streams_pkey" | "command_log_pkey"))
        // deadlock_detected
        || database.code().as_deref() == Some("40P01")
        // invalid_text_representation: what an append says of a stream that has moved on
        || database.code().as_deref() == Some("22P02") && database.message().contains(MOVED_ON)
}
