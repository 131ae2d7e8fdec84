//! The consistency boundary: state folded from events, and the rules that decide new ones.

use std::fmt;

use crate::{DecideContext, DomainEvent};

/// A consistency boundary with a stream of its own.
///
/// `decide` holds every rule and changes nothing; `evolve` holds no rule and cannot fail. What was decided is
/// therefore exactly what is replayed.
pub trait Aggregate: Default + Clone + Send + Sync + 'static {
    /// Stable name; the stream of one aggregate is `<CATEGORY>-<uuid>`.
    const CATEGORY: &'static str;
    /// What can be asked for, in the imperative.
    type Command: fmt::Debug + Send + Sync + 'static;
    /// What has happened, in the past tense.
    type Event: DomainEvent;
    /// A refusal.
    type Refusal: Refusal;

    /// The events that follow from `command`, or why it is refused. No events: nothing changes, and that is well.
    fn decide(&self, command: &Self::Command, cx: &DecideContext) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Takes an event in. Total: whatever was once stored is accepted.
    fn evolve(&mut self, event: &Self::Event);

    /// Folds a whole history.
    fn replay<'a>(events: impl IntoIterator<Item = &'a Self::Event>) -> Self
    where
        Self: Sized,
    {
        let mut state = Self::default();
        for event in events {
            state.evolve(event);
        }
        state
    }
}

/// A refusal. Its code is stable: the apps translate it, tests and dashboards name it.
pub trait Refusal: std::error::Error + Send + Sync + 'static {
    /// Stable snake_case code, unique in its service.
    fn code(&self) -> &'static str;

    /// The request field at fault, when there is one.
    fn field(&self) -> Option<&'static str> {
        None
    }

    /// Values for the translated message: limits, counts, ids. Never personal data.
    fn params(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Each field at fault, when one request breaks several rules at once; a request that breaks one names its [`Self::field`].
    fn violations(&self) -> Vec<Violation> {
        self.field().map(|field| Violation { field, code: self.code(), params: self.params() }).into_iter().collect()
    }

    /// What kind of no this is, for the status at the edge.
    fn kind(&self) -> RefusalKind {
        RefusalKind::State
    }
}

/// A field of a request, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name in the contract.
    pub field: &'static str,
    /// As [`Refusal::code`].
    pub code: &'static str,
    /// As [`Refusal::params`].
    pub params: Vec<(&'static str, String)>,
}

/// How a refusal shows at the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The aggregate is not in a state that allows it: `FAILED_PRECONDITION`.
    State,
    /// What was asked is malformed or out of bounds: `INVALID_ARGUMENT`.
    Input,
    /// Whoever asks may not: `PERMISSION_DENIED`.
    Forbidden,
    /// For this caller it does not exist: `NOT_FOUND`, the same bytes as for an unknown id.
    Hidden,
    /// Something changed since the caller looked: `ABORTED`.
    Stale,
}
