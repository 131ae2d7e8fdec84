//! What happens to a notification.

use chassis_domain::{PersonId, Timestamp, Uuid};

use super::{Channel, Kind, Outcome, Telling};

/// Something that happened to a notification.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A resident is to be told.
    Planned(Standing),
    /// Whoever does this way takes it now, or may have.
    AttemptBegun {
        /// The way.
        channel: Channel,
    },
    /// It was certainly not sent, and is tried again.
    NotTaken {
        /// The way.
        channel: Channel,
    },
    /// Nothing more happens on this way.
    Settled {
        /// The way.
        channel: Channel,
        /// What became of it there.
        outcome: Outcome,
    },
    /// Nobody needs to be told any more. What an attempt has begun goes to its end.
    Withdrawn,
}

/// What a resident is to be told. It says neither where they are reached nor in which words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What has happened.
    pub kind: Kind,
    /// To what: a conversation, a task, an appointment ..
    pub object: Uuid,
    /// Whom it concerns.
    pub recipient: PersonId,
    /// When it begins; `None`: it has no time.
    pub starts_at: Option<Timestamp>,
    /// From when on telling is of no use any more.
    pub until: Timestamp,
    /// At night as well.
    pub at_once: bool,
}

impl From<&Telling> for Standing {
    fn from(telling: &Telling) -> Self {
        // The occasion is what the id was made from, and says nothing else.
        let Telling { kind, object, recipient, occasion: _, starts_at, until, at_once } = *telling;
        Self { kind, object, recipient, starts_at, until, at_once }
    }
}
