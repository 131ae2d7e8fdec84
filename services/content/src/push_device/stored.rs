//! Events of a device in the store. None of them is for the world.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded, seal},
};
use kajo_proto::content::store::v1 as stored;

use super::{Address, Event, Reason};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::SwitchedOn { .. } => "push_device.switched_on",
            Self::SwitchedOff { .. } => "push_device.switched_off",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::SwitchedOn { person, address } => encoded(&stored::PushDeviceSwitchedOn {
                person_id: person.to_string(),
                endpoint: seal(&address.endpoint, sealer),
                key: seal(&address.key, sealer),
                secret: seal(&address.secret, sealer),
            }),
            Self::SwitchedOff { person, reason } => {
                encoded(&stored::PushDeviceSwitchedOff { person_id: person.to_string(), reason: reason.number() })
            }
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "push_device.switched_on" => {
                let message: stored::PushDeviceSwitchedOn = reader.payload()?;
                let address =
                    Address { endpoint: reader.sealed(message.endpoint)?, key: reader.sealed(message.key)?, secret: reader.sealed(message.secret)? };
                Ok(Self::SwitchedOn { person: reader.id(&message.person_id)?, address })
            }
            "push_device.switched_off" => {
                let message: stored::PushDeviceSwitchedOff = reader.payload()?;
                Ok(Self::SwitchedOff { person: reader.id(&message.person_id)?, reason: reader.known(Reason::from_number(message.reason))? })
            }
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
