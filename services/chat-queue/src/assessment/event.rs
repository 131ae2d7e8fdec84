//! What happens to an assessment, as it is stored.

use chassis_domain::{Matter, PersonId, RetentionClass, Sealable, Sealed, Uuid};
use kajo_proto::{chat_queue::store::v1::AnsweredAssessment, survey::v1::Level};
use prost::Message;

use crate::chat::Customer;

/// Something that happened to an assessment, and whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Whole, since the public fact is made from the event alone and says who may be told.
    pub standing: Standing,
}

/// Whose an assessment is, and for which queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The queue.
    pub queue: Uuid,
    /// What it is about.
    pub matter: Matter,
    /// Whose symptoms they are; of a visitor, the visit.
    pub resident: PersonId,
    /// Who is at the screen: the resident, or who acts for them.
    pub at_screen: PersonId,
    /// They are not signed in: both ids are the visit's.
    pub visitor: bool,
}

impl Standing {
    /// Of the person at the screen, before they join a queue.
    pub const fn new(queue: Uuid, matter: Matter, customer: &Customer) -> Self {
        Self { queue, matter, resident: customer.resident, at_screen: customer.at_screen, visitor: customer.visitor }
    }

    /// For the access log: whose data it is; `None`: a visitor's, of whom nothing is known.
    pub fn subject(&self) -> Option<PersonId> {
        (!self.visitor).then_some(self.resident)
    }

    /// Why what was answered is kept: as what is written in a chat.
    pub const fn retention(&self) -> RetentionClass {
        if self.visitor { RetentionClass::Visit } else { RetentionClass::CareRecord }
    }
}

/// Something that happened to an assessment.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It was sent.
    Completed {
        /// What was asked.
        survey: Uuid,
        /// In which version.
        published_version: u32,
        /// The words by which they have consented.
        consent_version: u32,
        /// What of the answers counts, and what it comes to.
        answers: Sealed<Answered>,
    },
    /// It went along into a chat.
    Joined {
        /// Which.
        chat: Uuid,
    },
}

/// Answers and what they come to, as they are sealed.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered(pub AnsweredAssessment);

impl Answered {
    /// The most serious of what the scores that are shown mean.
    pub fn level(&self) -> Level {
        i32::try_from(self.0.level).ok().and_then(|number| Level::try_from(number).ok()).unwrap_or_default()
    }
}

impl Sealable for Answered {
    fn to_plain(&self) -> Vec<u8> {
        self.0.encode_to_vec()
    }

    fn from_plain(plain: &[u8]) -> Option<Self> {
        AnsweredAssessment::decode(plain).ok().map(Self)
    }
}
