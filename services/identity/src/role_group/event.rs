//! What happens to a role group, as it is stored.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::identity::store::v1 as store;

use super::Details;

/// Something that happened to a role group.
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
            Self::Defined(_) => "role_group.defined",
            Self::Removed => "role_group.removed",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Defined(Details { name, directory_group, role }) => {
                encoded(&store::RoleGroupDefined { name: name.clone(), directory_group: directory_group.clone(), role_id: role.to_string() })
            }
            Self::Removed => encoded(&store::RoleGroupRemoved {}),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "role_group.defined" => {
                let store::RoleGroupDefined { name, directory_group, role_id } = reader.payload()?;
                Ok(Self::Defined(Details { name, directory_group, role: reader.id(&role_id)? }))
            }
            "role_group.removed" => reader.payload::<store::RoleGroupRemoved>().map(|_| Self::Removed),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
