//! What happens to a location, as it is stored.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::identity::store::v1 as store;

use super::Details;

/// Something that happened to a location.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It is as follows from now on.
    Defined(Details),
    /// It is no more.
    Removed,
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Defined(_) => "location.defined",
            Self::Removed => "location.removed",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Defined(details) => {
                let Details { name, description, address, municipality, external_id, oid, source_system } = details.clone();
                let payload = store::LocationDefined { name, municipality, description, address, external_id, oid, source_system };
                Encoded { schema: 2, ..encoded(&payload) }
            }
            Self::Removed => encoded(&store::LocationRemoved {}),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "location.defined" => {
                let store::LocationDefined { name, municipality, description, address, external_id, oid, source_system } = reader.payload_until(2)?;
                Ok(Self::Defined(Details { name, description, address, municipality, external_id, oid, source_system }))
            }
            "location.removed" => reader.payload::<store::LocationRemoved>().map(|_| Self::Removed),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
