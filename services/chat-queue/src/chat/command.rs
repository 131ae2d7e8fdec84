//! What is asked of a chat, and by whom.

use chassis_domain::{Mandates, Matter, PersonId, Uuid};

use super::{LeaveReason, Rating};

/// The person at the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Customer {
    /// Whose matter it is.
    pub resident: PersonId,
    /// Who is at the screen: the resident, or who acts for them.
    pub at_screen: PersonId,
    /// In which matters they may act; `None`: for themselves.
    pub mandates: Option<Mandates>,
    /// They are not signed in: both ids are the visit's.
    pub visitor: bool,
}

impl Customer {
    /// Somebody who is not signed in.
    pub const fn visitor(visit: PersonId) -> Self {
        Self { resident: visit, at_screen: visit, mandates: None, visitor: true }
    }

    /// For the access log: whose data it is; `None`: a visitor's, of whom nothing is known.
    pub fn subject(&self) -> Option<PersonId> {
        (!self.visitor).then_some(self.resident)
    }
}

/// A professional.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Practitioner {
    /// Who.
    pub person: PersonId,
    /// How others see them.
    pub name: String,
    /// They work through the queue of the chat, in their role at their location.
    pub works_through: bool,
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// The person at the screen.
    Customer(Customer),
    /// A professional.
    Practitioner(Practitioner),
}

/// A place at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joining {
    /// Which queue.
    pub queue: Uuid,
    /// What it is about.
    pub matter: Matter,
    /// Who joins.
    pub customer: Customer,
    /// The number that they drew.
    pub ticket: u64,
}

/// A request. `line_seq` is the number that this change of the line will have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes a place.
    Join(Joining),
    /// Takes somebody who waits into a chat.
    Accept {
        /// Who accepts.
        by: Practitioner,
        /// See above.
        line_seq: u64,
    },
    /// It is their turn, and they are away.
    PassOver,
    /// The professional has not been heard of for a while.
    NoteUnattended {
        /// Who.
        practitioner: PersonId,
    },
    /// The professional is heard of.
    Attend {
        /// Who.
        by: PersonId,
    },
    /// Takes over from a colleague who has vanished.
    TakeOver {
        /// Who has it from then on.
        by: Practitioner,
    },
    /// Puts the customer of an own chat back to their place.
    Return {
        /// Who had accepted.
        by: Practitioner,
        /// See above.
        line_seq: u64,
    },
    /// Gives the place up.
    Leave {
        /// Who waits.
        by: Customer,
        /// See above.
        line_seq: u64,
    },
    /// Takes somebody out of the line who does not come back or is not served any more.
    LetGo {
        /// Why.
        reason: LeaveReason,
        /// See above.
        line_seq: u64,
    },
    /// Writes a message.
    Write {
        /// Who writes.
        by: Who,
        /// What; may be empty when files go along.
        text: String,
        /// Files that go along, as conversations knows them.
        files: Vec<Uuid>,
    },
    /// Ends it.
    End {
        /// Who ends it.
        by: Who,
    },
    /// Says how it was.
    Rate {
        /// Who joined.
        by: Customer,
        /// How.
        rating: Rating,
    },
    /// It ends by itself.
    EndBySystem,
    /// Takes over what was begun in a visit.
    Claim {
        /// In which one.
        visit: PersonId,
        /// Who has signed in.
        by: PersonId,
    },
}
