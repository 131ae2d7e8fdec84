//! A professional as the directory knows them: level, roles and locations (spec section 6, Login levels). Registering again
//! replaces what was known.

use std::collections::BTreeSet;

use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PersonId, PublishedFact, RetentionClass, Sealed,
    Sealer, Stored,
    stored::{Reader, encoded, seal},
};
use kajo_proto::identity::store::v1 as store;

use crate::{location::LocationId, refusal::Never, role::RoleId};

/// The id of a professional's record: the person's own.
pub type PractitionerId = Id<Practitioner>;

/// How far rights reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A practitioner.
    Practitioner,
    /// A responsible user (vastuukäyttäjä).
    ResponsibleUser,
    /// An administrator.
    Administrator,
}

/// What is known of a professional.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Practitioner {
    registered: Option<Registered>,
}

/// What a professional is registered with.
#[derive(Clone, Debug, PartialEq)]
pub struct Registered {
    /// Name that colleagues see.
    pub name: Sealed<String>,
    /// Level.
    pub level: Level,
    /// Roles that may be chosen.
    pub roles: BTreeSet<RoleId>,
    /// Locations that may be chosen.
    pub locations: BTreeSet<LocationId>,
}

/// Makes the professional known.
#[derive(Clone, Debug)]
pub struct Register {
    /// Who.
    pub person: PersonId,
    /// Name that colleagues see.
    pub name: String,
    /// Level.
    pub level: Level,
    /// Roles that may be chosen.
    pub roles: BTreeSet<RoleId>,
    /// Locations that may be chosen.
    pub locations: BTreeSet<LocationId>,
}

impl Aggregate for Practitioner {
    const CATEGORY: &'static str = "practitioner";
    type Command = Register;
    type Event = Registered;
    type Refusal = Never;

    fn decide(&self, command: &Register, _: &DecideContext) -> Result<Vec<Registered>, Never> {
        let Register { person, name, level, roles, locations } = command.clone();
        let unchanged = self
            .registered
            .as_ref()
            .is_some_and(|known| known.name.open() == Some(&name) && known.level == level && known.roles == roles && known.locations == locations);
        if unchanged {
            return Ok(vec![]);
        }
        Ok(vec![Registered { name: Sealed::new(person, RetentionClass::Professional, name), level, roles, locations }])
    }

    fn evolve(&mut self, event: &Registered) {
        self.registered = Some(event.clone());
    }
}

impl Level {
    /// Number in the store and the contract.
    pub const fn number(self) -> i32 {
        match self {
            Self::Practitioner => 1,
            Self::ResponsibleUser => 2,
            Self::Administrator => 3,
        }
    }

    /// From its number.
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Practitioner),
            2 => Some(Self::ResponsibleUser),
            3 => Some(Self::Administrator),
            _ => None,
        }
    }
}

impl DomainEvent for Registered {
    fn event_type(&self) -> EventType {
        EventType("practitioner.registered")
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        encoded(&store::PractitionerRegistered {
            name: seal(&self.name, sealer),
            level: self.level.number(),
            role_ids: self.roles.iter().map(ToString::to_string).collect(),
            location_ids: self.locations.iter().map(ToString::to_string).collect(),
        })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type != "practitioner.registered" {
            return Err(reader.unknown());
        }
        let payload: store::PractitionerRegistered = reader.payload()?;
        Ok(Self {
            name: reader.sealed(payload.name)?,
            level: reader.known(Level::from_number(payload.level))?,
            roles: reader.ids(&payload.role_ids)?,
            locations: reader.ids(&payload.location_ids)?,
        })
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
