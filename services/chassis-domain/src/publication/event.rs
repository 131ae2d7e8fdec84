//! What happens to a publication, as it is stored.

use super::PublicationBody;
use crate::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};

/// Something that happened to it.
#[derive(Clone, Debug, PartialEq)]
pub enum PublicationEvent<B> {
    /// This is being written.
    Drafted(B),
    /// What was being written was given up: what is in force stays.
    DraftDropped,
    /// These words are in force from now on.
    Published {
        /// The first is 1.
        version: u32,
        /// The words.
        body: B,
    },
    /// Nothing new uses it.
    Archived,
    /// It may be used again.
    Restored,
}

/// Stable names of what happens to one kind of publication.
#[derive(Clone, Copy, Debug)]
pub struct PublicationEvents {
    /// Of [`PublicationEvent::Drafted`].
    pub drafted: EventType,
    /// Of [`PublicationEvent::DraftDropped`].
    pub draft_dropped: EventType,
    /// Of [`PublicationEvent::Published`].
    pub published: EventType,
    /// Of [`PublicationEvent::Archived`].
    pub archived: EventType,
    /// Of [`PublicationEvent::Restored`].
    pub restored: EventType,
}

/// [`PublicationEvents`] of a category: `<category>.drafted` and so on.
#[macro_export]
macro_rules! publication_events {
    ($category:literal) => {
        $crate::PublicationEvents {
            drafted: $crate::EventType(concat!($category, ".drafted")),
            draft_dropped: $crate::EventType(concat!($category, ".draft_dropped")),
            published: $crate::EventType(concat!($category, ".published")),
            archived: $crate::EventType(concat!($category, ".archived")),
            restored: $crate::EventType(concat!($category, ".restored")),
        }
    };
}

impl<B: PublicationBody> DomainEvent for PublicationEvent<B> {
    fn event_type(&self) -> EventType {
        match self {
            Self::Drafted(_) => B::EVENTS.drafted,
            Self::DraftDropped => B::EVENTS.draft_dropped,
            Self::Published { .. } => B::EVENTS.published,
            Self::Archived => B::EVENTS.archived,
            Self::Restored => B::EVENTS.restored,
        }
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Drafted(body) => Encoded { schema: B::SCHEMA, ..encoded(&body.to_drafted()) },
            Self::Published { version, body } => Encoded { schema: B::SCHEMA, ..encoded(&body.to_published(*version)) },
            Self::DraftDropped | Self::Archived | Self::Restored => Encoded { schema: 1, payload: Vec::new() },
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let name = stored.event_type.as_str();
        if name == B::EVENTS.drafted.0 {
            return B::from_drafted(reader.payload_until(B::SCHEMA)?, &reader).map(Self::Drafted);
        }
        if name == B::EVENTS.published.0 {
            let (version, body) = B::from_published(reader.payload_until(B::SCHEMA)?, &reader)?;
            return Ok(Self::Published { version, body });
        }
        let without_payload =
            [(B::EVENTS.draft_dropped, Self::DraftDropped), (B::EVENTS.archived, Self::Archived), (B::EVENTS.restored, Self::Restored)];
        let (_, event) = without_payload.into_iter().find(|(event_type, _)| name == event_type.0).ok_or_else(|| reader.unknown())?;
        reader.payload::<()>()?;
        Ok(event)
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        B::publish(self, meta)
    }
}
