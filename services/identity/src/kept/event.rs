//! What happens to a thing that administrators keep, as it is stored.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};

use super::Details;

/// Something that happened to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<D> {
    /// It is as follows from now on.
    Defined(D),
    /// It is no more.
    Removed,
}

impl<D: Details> DomainEvent for Event<D> {
    fn event_type(&self) -> EventType {
        match self {
            Self::Defined(_) => D::DEFINED,
            Self::Removed => D::REMOVED,
        }
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Defined(details) => Encoded { schema: D::SCHEMA, ..encoded(&details.to_stored()) },
            Self::Removed => encoded(&D::StoredRemoval::default()),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type == D::DEFINED.0 {
            return D::from_stored(reader.payload_until(D::SCHEMA)?, &reader).map(Self::Defined);
        }
        if stored.event_type == D::REMOVED.0 {
            return reader.payload::<D::StoredRemoval>().map(|_| Self::Removed);
        }
        Err(reader.unknown())
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
