//! A work location, as it can be chosen after sign-in. Defining it again replaces what was known.

use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::identity::store::v1 as store;

use crate::refusal::Never;

/// The id of a location.
pub type LocationId = Id<Location>;

/// What is known of a location.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Location {
    defined: Option<Defined>,
}

/// Defines the location.
#[derive(Clone, Debug)]
pub struct Define(pub Defined);

/// The location is called so and lies there.
#[derive(Clone, Debug, PartialEq)]
pub struct Defined {
    /// Name.
    pub name: String,
    /// Municipality.
    pub municipality: String,
}

impl Aggregate for Location {
    const CATEGORY: &'static str = "location";
    type Command = Define;
    type Event = Defined;
    type Refusal = Never;

    fn decide(&self, command: &Define, _: &DecideContext) -> Result<Vec<Defined>, Never> {
        if self.defined.as_ref() == Some(&command.0) { Ok(vec![]) } else { Ok(vec![command.0.clone()]) }
    }

    fn evolve(&mut self, event: &Defined) {
        self.defined = Some(event.clone());
    }
}

impl DomainEvent for Defined {
    fn event_type(&self) -> EventType {
        EventType("location.defined")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        encoded(&store::LocationDefined { name: self.name.clone(), municipality: self.municipality.clone() })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type != "location.defined" {
            return Err(reader.unknown());
        }
        let payload: store::LocationDefined = reader.payload()?;
        Ok(Self { name: payload.name, municipality: payload.municipality })
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
