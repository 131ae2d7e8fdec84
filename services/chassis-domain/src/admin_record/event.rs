//! What happens to a record of the admin panel, as it is stored.

use super::AdminDetails;
use crate::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};

/// Something that happened to it.
#[derive(Clone, Debug, PartialEq)]
pub enum AdminEvent<D> {
    /// It is as follows from now on.
    Defined(D),
    /// Nothing new uses it.
    Archived,
    /// It may be used again.
    Restored,
    /// It is no more.
    Removed,
}

/// Stable names of what happens to one kind of record.
#[derive(Clone, Copy, Debug)]
pub struct AdminEvents {
    /// Of [`AdminEvent::Defined`].
    pub defined: EventType,
    /// Of [`AdminEvent::Archived`].
    pub archived: EventType,
    /// Of [`AdminEvent::Restored`].
    pub restored: EventType,
    /// Of [`AdminEvent::Removed`].
    pub removed: EventType,
}

/// [`AdminEvents`] of a category: `<category>.defined` and so on.
#[macro_export]
macro_rules! admin_events {
    ($category:literal) => {
        $crate::AdminEvents {
            defined: $crate::EventType(concat!($category, ".defined")),
            archived: $crate::EventType(concat!($category, ".archived")),
            restored: $crate::EventType(concat!($category, ".restored")),
            removed: $crate::EventType(concat!($category, ".removed")),
        }
    };
}

impl<D: AdminDetails> DomainEvent for AdminEvent<D> {
    fn event_type(&self) -> EventType {
        match self {
            Self::Defined(_) => D::EVENTS.defined,
            Self::Archived => D::EVENTS.archived,
            Self::Restored => D::EVENTS.restored,
            Self::Removed => D::EVENTS.removed,
        }
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Defined(details) => Encoded { schema: D::SCHEMA, ..encoded(&details.to_stored()) },
            Self::Archived | Self::Restored | Self::Removed => Encoded { schema: 1, payload: Vec::new() },
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let name = stored.event_type.as_str();
        if name == D::EVENTS.defined.0 {
            return D::from_stored(reader.payload_until(D::SCHEMA)?, &reader).map(Self::Defined);
        }
        let without_payload = [(D::EVENTS.archived, Self::Archived), (D::EVENTS.restored, Self::Restored), (D::EVENTS.removed, Self::Removed)];
        let (_, event) = without_payload.into_iter().find(|(event_type, _)| name == event_type.0).ok_or_else(|| reader.unknown())?;
        reader.payload::<()>()?;
        Ok(event)
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        D::publish(self, meta)
    }
}
