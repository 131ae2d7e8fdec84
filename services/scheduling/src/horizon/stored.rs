//! Events of the horizon in the store. They are nobody else's business.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::scheduling::store::v1 as stored;

use super::Moved;

impl DomainEvent for Moved {
    fn event_type(&self) -> EventType {
        EventType("horizon.moved")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        encoded(&stored::HorizonMoved { through: self.through.clone() })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "horizon.moved" => Ok(Self { through: reader.payload::<stored::HorizonMoved>()?.through }),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
