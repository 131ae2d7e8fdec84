//! Events of a professional's record in the store. They stay private to the service.

use chassis_domain::{DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Uuid};
use kajo_proto::conversations::store::v1 as stored;

use super::Event;
use chassis_domain::stored::{Reader, encoded, seal};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType("professional.appeared")
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let Self::Appeared { name, role, location } = self;
        encoded(&stored::ProfessionalAppeared { name: seal(name, sealer), role_id: role.to_string(), location_id: location.to_string() })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type != "professional.appeared" {
            return Err(reader.unknown());
        }
        let message: stored::ProfessionalAppeared = reader.payload()?;
        let uuid = |text: &str| Uuid::try_parse(text).map_err(|_| reader.malformed());
        Ok(Self::Appeared { name: reader.sealed(message.name)?, role: uuid(&message.role_id)?, location: uuid(&message.location_id)? })
    }

    fn publish(&self, _meta: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
