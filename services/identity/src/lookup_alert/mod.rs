//! An alert about a professional who looks up more patients than the work asks for (PRO-05: a personal
//! identity code must not be guessed).
//!
//! ```text
//!   (new) --Raise--> Raised --Acknowledge--> Acknowledged
//! ```
//!
//! How many lookups are too many is decided in [`limit`]; here stands what follows from it.

mod event;
pub mod limit;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId};

pub use event::Event;
pub(crate) use event::stored;
pub use limit::{Crossing, Kind, Limits, Period, Verdict};

/// The id of an alert.
pub type LookupAlertId = Id<LookupAlert>;

/// The state of an alert.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LookupAlert {
    /// Nothing was raised under this id.
    #[default]
    None,
    /// Somebody should look at it.
    Raised {
        /// About whom.
        practitioner: PersonId,
    },
    /// Somebody has.
    Acknowledged,
}

/// A request to an alert.
#[derive(Clone, Debug)]
pub enum Command {
    /// A professional came near the limit, or wanted to go beyond it.
    Raise {
        /// Who.
        practitioner: PersonId,
        /// What happened.
        crossing: Crossing,
    },
    /// An administrator has seen to it.
    Acknowledge {
        /// Who.
        by: PersonId,
    },
}

/// A refusal of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such alert.
    #[error("there is no such alert")]
    NotFound,
    /// Nobody judges themselves.
    #[error("the alert is about whoever acknowledges it")]
    Own,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Own => "lookup_alert_own", Forbidden;
} }

impl Aggregate for LookupAlert {
    const CATEGORY: &'static str = "lookup_alert";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        match (command, self) {
            (Command::Raise { practitioner, crossing }, Self::None) => Ok(vec![Event::Raised { practitioner: *practitioner, crossing: *crossing }]),
            (Command::Acknowledge { .. }, Self::None) => Err(Refused::NotFound),
            (Command::Acknowledge { by }, Self::Raised { practitioner }) if by == practitioner => Err(Refused::Own),
            (Command::Acknowledge { by }, Self::Raised { .. }) => Ok(vec![Event::Acknowledged { by: *by }]),
            // Who was first stands there.
            (Command::Raise { .. }, _) | (Command::Acknowledge { .. }, Self::Acknowledged) => Ok(vec![]),
        }
    }

    fn evolve(&mut self, event: &Event) {
        *self = match event {
            Event::Raised { practitioner, .. } => Self::Raised { practitioner: *practitioner },
            Event::Acknowledged { .. } => Self::Acknowledged,
        };
    }
}
