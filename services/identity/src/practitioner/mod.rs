//! A professional as the directory knows them: level, locations, and the groups that give roles (IDN-04;
//! IDN-10). Registering again replaces what was known; each sign-in brings the groups up to date.

use std::collections::BTreeSet;

use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PersonId, PublishedFact, RetentionClass, Sealed,
    Sealer, Stored,
    stored::{Reader, encoded, seal},
};
use kajo_proto::identity::store::v1 as store;

use crate::{location::LocationId, refusal::Never, role::RoleId};

/// Since 2 the payload names groups of the directory; before, roles alone. Since 3 it says whether any of it holds.
const SCHEMA: u16 = 3;

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
    /// Roles that may be chosen whatever the groups.
    pub roles: BTreeSet<RoleId>,
    /// Locations that may be chosen.
    pub locations: BTreeSet<LocationId>,
    /// Groups of the directory. The roles of their role groups may be chosen.
    pub groups: BTreeSet<String>,
    /// Nothing of this holds: no level, no role, no location.
    pub disabled: bool,
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
    /// Locations that may be chosen.
    pub locations: BTreeSet<LocationId>,
    /// Groups of the directory.
    pub groups: BTreeSet<String>,
}

/// A request to a professional's record.
#[derive(Clone, Debug)]
pub enum Command {
    /// Makes the professional known.
    Register(Register),
    /// The directory says now to which groups the professional belongs. Of who is not known, nothing is kept.
    BelongTo(BTreeSet<String>),
    /// Takes level, roles and locations away, whatever the directory and the register say from now on.
    Disable,
    /// Gives them back, as they are known by then.
    Enable,
}

impl Aggregate for Practitioner {
    const CATEGORY: &'static str = "practitioner";
    type Command = Command;
    type Event = Registered;
    type Refusal = Never;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Registered>, Never> {
        let known = self.registered.as_ref();
        let becomes = match command.clone() {
            Command::Register(Register { person, name, level, locations, groups }) => {
                let same_name = known.map(|known| &known.name).filter(|known| known.open() == Some(&name)).cloned();
                let name = same_name.unwrap_or_else(|| Sealed::new(person, RetentionClass::Professional, name));
                let disabled = known.is_some_and(|known| known.disabled);
                Some(Registered { name, level, roles: BTreeSet::new(), locations, groups, disabled })
            }
            Command::BelongTo(groups) => known.map(|known| Registered { groups, ..known.clone() }),
            Command::Disable => known.map(|known| Registered { disabled: true, ..known.clone() }),
            Command::Enable => known.map(|known| Registered { disabled: false, ..known.clone() }),
        };
        Ok(becomes.into_iter().filter(|becomes| Some(becomes) != known).collect())
    }

    fn evolve(&mut self, event: &Registered) {
        self.registered = Some(event.clone());
    }
}

impl Level {
    chassis_domain::numbers!(pub i32: Practitioner = 1, ResponsibleUser = 2, Administrator = 3);
}

impl DomainEvent for Registered {
    fn event_type(&self) -> EventType {
        EventType("practitioner.registered")
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let payload = store::PractitionerRegistered {
            name: seal(&self.name, sealer),
            level: self.level.number(),
            role_ids: self.roles.iter().map(ToString::to_string).collect(),
            location_ids: self.locations.iter().map(ToString::to_string).collect(),
            directory_groups: self.groups.iter().cloned().collect(),
            disabled: self.disabled,
        };
        Encoded { schema: SCHEMA, ..encoded(&payload) }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type != "practitioner.registered" {
            return Err(reader.unknown());
        }
        let payload: store::PractitionerRegistered = reader.payload_until(SCHEMA)?;
        Ok(Self {
            name: reader.sealed(payload.name)?,
            level: reader.known(Level::from_number(payload.level))?,
            roles: reader.ids(&payload.role_ids)?,
            locations: reader.ids(&payload.location_ids)?,
            groups: payload.directory_groups.into_iter().collect(),
            disabled: payload.disabled,
        })
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::testing::given;

    use super::*;

    fn registered(groups: &[&str], disabled: bool) -> Registered {
        let person = PersonId::from_uuid(chassis_domain::Uuid::from_u128(1));
        Registered {
            name: Sealed::new(person, RetentionClass::Professional, "Liisa Virtanen".to_owned()),
            level: Level::Practitioner,
            roles: BTreeSet::new(),
            locations: BTreeSet::new(),
            groups: groups.iter().map(|group| (*group).to_owned()).collect(),
            disabled,
        }
    }

    #[test]
    fn s_05_who_is_disabled_stays_so_whatever_directory_and_register_say_until_enabled() {
        let known = || given::<Practitioner>([registered(&["nurses"], false)]);
        known().when(&Command::Disable).then([registered(&["nurses"], true)]);
        let disabled = || given::<Practitioner>([registered(&["nurses"], false), registered(&["nurses"], true)]);
        disabled().when(&Command::Disable).then([]);
        disabled().when(&Command::BelongTo(["doctors".to_owned()].into())).then([registered(&["doctors"], true)]);
        let again = Register {
            person: PersonId::from_uuid(chassis_domain::Uuid::from_u128(1)),
            name: "Liisa Virtanen".to_owned(),
            level: Level::Practitioner,
            locations: BTreeSet::new(),
            groups: ["nurses".to_owned()].into(),
        };
        disabled().when(&Command::Register(again)).then([]);
        disabled().when(&Command::Enable).then([registered(&["nurses"], false)]);
        given::<Practitioner>([]).when(&Command::Disable).then([]);
    }
}
