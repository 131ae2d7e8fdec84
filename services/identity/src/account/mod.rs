//! The account of a resident, as far as its deletion goes (PRO-04). The id is the person's own.
//!
//! ```text
//!   Living --Ask--> Asked --Withdraw--> Living
//!                     |---CarryOut, something open--> Asked, due a day later
//!                     +---CarryOut--> Deleted, for ever
//! ```
//!
//! Whoever signs in after that begins a new account as a new person: the keys of the old one are never made again.

mod event;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Timestamp, Uuid};

pub use event::Event;

/// The id of an account: the person's own.
pub type AccountId = Id<Account>;

/// The state of an account.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Account {
    /// Nobody has asked for its deletion.
    #[default]
    Living,
    /// Its deletion is asked for.
    Asked {
        /// When it is carried out.
        due_at: Timestamp,
    },
    /// It is no more.
    Deleted,
}

/// A request to an account.
#[derive(Clone, Debug)]
pub enum Command {
    /// The person asks for the deletion.
    Ask {
        /// What happens was read and confirmed.
        confirmed: bool,
        /// The person has identified themselves just now.
        fresh: bool,
        /// Until when the request can be taken back.
        due_at: Timestamp,
        /// How much has to come to its end first.
        open: u32,
    },
    /// The person takes the request back.
    Withdraw,
    /// The days of regret are over.
    CarryOut {
        /// How much has to come to its end first.
        open: u32,
        /// When it is tried again in that case.
        again_at: Timestamp,
    },
}

/// A refusal of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// What happens was not confirmed.
    #[error("the deletion is not confirmed")]
    NotConfirmed,
    /// Somebody acts for the person.
    #[error("only the person may delete the account")]
    OnBehalf,
    /// Something has to come to its end first.
    #[error("conversations are open")]
    Open {
        /// How much.
        count: u32,
    },
    /// Whoever sits there may be somebody else than who signed in.
    #[error("the person has to sign in anew first")]
    NotFresh,
    /// The account is no more.
    #[error("the account is deleted")]
    Deleted,
}

chassis_domain::refusals! { Refused {
    Self::NotConfirmed => "deletion_not_confirmed", Input, field "confirmed";
    Self::OnBehalf => "deletion_on_behalf", Forbidden;
    Self::Open { count } => "deletion_conversations_open", State, params [("count", count.to_string())];
    Self::NotFresh => "fresh_sign_in_needed", State;
    Self::Deleted => "not_found", Hidden;
} }

impl Aggregate for Account {
    const CATEGORY: &'static str = "account";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refused> {
        if cx.on_behalf_of.is_some() {
            return Err(Refused::OnBehalf);
        }
        match (self, command) {
            (Self::Deleted, Command::CarryOut { .. }) | (Self::Living, Command::Withdraw | Command::CarryOut { .. }) => Ok(vec![]),
            (Self::Deleted, Command::Ask { .. } | Command::Withdraw) => Err(Refused::Deleted),
            (Self::Living | Self::Asked { .. }, Command::Ask { confirmed: false, .. }) => Err(Refused::NotConfirmed),
            // Asked for already: the first request counts, and its day.
            (Self::Asked { .. }, Command::Ask { .. }) => Ok(vec![]),
            (Self::Living, Command::Ask { open: 0, fresh: false, .. }) => Err(Refused::NotFresh),
            (Self::Living, Command::Ask { open: 0, due_at, .. }) => {
                Ok(vec![Event::Asked { due_at: *due_at, receipt: cx.new_id::<Uuid>("receipt").uuid() }])
            }
            (Self::Living, Command::Ask { open, .. }) => Err(Refused::Open { count: *open }),
            (Self::Asked { .. }, Command::Withdraw) => Ok(vec![Event::Withdrawn]),
            (Self::Asked { due_at }, Command::CarryOut { .. }) if cx.now < *due_at => Ok(vec![]),
            (Self::Asked { .. }, Command::CarryOut { open: 0, .. }) => Ok(vec![Event::Deleted]),
            (Self::Asked { .. }, Command::CarryOut { again_at, .. }) => Ok(vec![Event::Postponed { due_at: *again_at }]),
        }
    }

    fn evolve(&mut self, event: &Event) {
        *self = match event {
            Event::Asked { due_at, .. } | Event::Postponed { due_at } => Self::Asked { due_at: *due_at },
            Event::Withdrawn => Self::Living,
            Event::Deleted => Self::Deleted,
        };
    }
}
