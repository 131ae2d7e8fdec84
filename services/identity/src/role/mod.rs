//! A professional role, as it can be chosen after sign-in. Defining it again replaces its names.

use std::collections::BTreeMap;

use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::identity::store::v1 as store;

use crate::refusal::Never;

/// The id of a role.
pub type RoleId = Id<Role>;

/// What is known of a role.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Role {
    names: BTreeMap<String, String>,
}

/// Defines the role.
#[derive(Clone, Debug)]
pub struct Define {
    /// Language code to name.
    pub names: BTreeMap<String, String>,
}

/// The role has these names.
#[derive(Clone, Debug, PartialEq)]
pub struct Defined {
    /// Language code to name.
    pub names: BTreeMap<String, String>,
}

impl Aggregate for Role {
    const CATEGORY: &'static str = "role";
    type Command = Define;
    type Event = Defined;
    type Refusal = Never;

    fn decide(&self, command: &Define, _: &DecideContext) -> Result<Vec<Defined>, Never> {
        if self.names == command.names { Ok(vec![]) } else { Ok(vec![Defined { names: command.names.clone() }]) }
    }

    fn evolve(&mut self, event: &Defined) {
        self.names.clone_from(&event.names);
    }
}

impl DomainEvent for Defined {
    fn event_type(&self) -> EventType {
        EventType("role.defined")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        encoded(&store::RoleDefined { names: self.names.clone().into_iter().collect() })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type != "role.defined" {
            return Err(reader.unknown());
        }
        let payload: store::RoleDefined = reader.payload()?;
        Ok(Self { names: payload.names.into_iter().collect() })
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
