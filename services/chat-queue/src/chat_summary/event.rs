//! What happens to a summary, as it is stored.

use chassis_domain::{PersonId, RetentionClass, Sealed, Uuid};
use kajo_proto::chat_queue::v1 as public;

/// Something that happened to a summary, and how it stands from then on.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Whole, since the public fact is made from the event alone and says who may be told.
    pub standing: Standing,
}

/// Of whose chat a summary is, and whose work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The queue of the chat.
    pub queue: Uuid,
    /// Whose chat it is; of a visitor, the visit.
    pub resident: PersonId,
    /// They are not signed in, and nothing is known of them.
    pub visitor: bool,
    /// Who has asked for it, or has changed it last.
    pub practitioner: PersonId,
}

impl Standing {
    /// Why what it says is kept: as what was written in the chat.
    pub const fn retention(&self) -> RetentionClass {
        if self.visitor { RetentionClass::Visit } else { RetentionClass::CareRecord }
    }

    /// The same, of who has the chat now.
    pub(super) fn by(&self, practitioner: PersonId) -> Self {
        Self { practitioner, ..self.clone() }
    }

    /// As part of what is kept of whose chat it is.
    pub(super) fn sealed(&self, text: &str) -> Sealed<String> {
        Sealed::new(self.resident, self.retention(), text.to_owned())
    }
}

/// Something that happened to a summary.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It was asked for.
    Requested {
        /// It is of the messages up to this one.
        until_number: u32,
        /// What people in the chat are called, a line each: taken out before anything is sent.
        names: Sealed<String>,
    },
    /// It stands.
    Completed {
        /// As the model made it.
        sentences: Vec<Sentence>,
    },
    /// None could be made.
    Failed {
        /// Why.
        failure: Failure,
    },
    /// The professional's own words stand in its place, and nobody answers for them yet.
    Edited {
        /// What it says.
        text: Sealed<String>,
    },
    /// The professional answers for it.
    Accepted,
    /// It was of no use.
    Rejected,
    /// It is gone, as if none had been made.
    Cleared,
}

/// A sentence of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// What it says.
    pub text: Sealed<String>,
    /// The messages that it stands on, by their numbers.
    pub messages: Vec<u32>,
    /// It names none, or they say something else.
    pub unsupported: bool,
}

/// Why none could be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The model did not answer, or said no.
    NoAnswer,
    /// What it answered is no summary.
    Unreadable,
    /// Summaries were switched off before anything was sent.
    SwitchedOff,
}

impl Failure {
    chassis_domain::numbers!(pub u32: NoAnswer = 1, Unreadable = 2, SwitchedOff = 3);

    /// As the contract has it.
    pub const fn public(self) -> public::ChatSummaryFailure {
        match self {
            Self::NoAnswer => public::ChatSummaryFailure::NoAnswer,
            Self::Unreadable => public::ChatSummaryFailure::Unreadable,
            Self::SwitchedOff => public::ChatSummaryFailure::SwitchedOff,
        }
    }
}
