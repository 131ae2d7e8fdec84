//! How a queue stands: its hours, and before them a temporary closure (CHA-13).

use chassis_domain::Timestamp;
use kajo_proto::chat_queue::v1 as public;

use super::{OpeningHours, evaluate};

/// A queue is closed for now, until then; `None`: until somebody opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedUntil(pub Option<Timestamp>);

/// Whether people can come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// They can.
    Open,
    /// Not at this hour.
    Closed,
    /// Somebody has closed it, whatever its hours.
    TemporarilyClosed,
}

impl State {
    /// As the contract has it.
    pub const fn public(self) -> public::ChatQueueState {
        match self {
            Self::Open => public::ChatQueueState::Open,
            Self::Closed => public::ChatQueueState::Closed,
            Self::TemporarilyClosed => public::ChatQueueState::TemporarilyClosed,
        }
    }
}

/// How a queue stands at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether people can come in.
    pub state: State,
    /// When it opens next. `None`: it is open, nobody knows yet, or not within 400 days.
    pub opens_at: Option<Timestamp>,
    /// When it shuts. `None`: it is shut, or never does.
    pub closes_at: Option<Timestamp>,
    /// When this is different by itself. `None`: it is not.
    pub changes_at: Option<Timestamp>,
}

/// How a queue with these hours stands. A closure whose end has come counts for nothing.
pub fn standing(hours: &OpeningHours, closed: Option<ClosedUntil>, now: Timestamp) -> Standing {
    match closed {
        Some(ClosedUntil(None)) => Standing { state: State::TemporarilyClosed, opens_at: None, closes_at: None, changes_at: None },
        Some(ClosedUntil(Some(until))) if now < until => {
            let then = evaluate(hours, until);
            let opens_at = if then.is_open { Some(until) } else { then.changes_at };
            Standing { state: State::TemporarilyClosed, opens_at, closes_at: None, changes_at: Some(until) }
        }
        Some(ClosedUntil(Some(_))) | None => by_hours(hours, now),
    }
}

fn by_hours(hours: &OpeningHours, now: Timestamp) -> Standing {
    let at_present = evaluate(hours, now);
    let changes_at = at_present.changes_at;
    if at_present.is_open {
        Standing { state: State::Open, opens_at: None, closes_at: changes_at, changes_at }
    } else {
        Standing { state: State::Closed, opens_at: changes_at, closes_at: None, changes_at }
    }
}
