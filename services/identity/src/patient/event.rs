//! What happens to a patient, as it is stored.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealed, Sealer, Stored,
    stored::{Reader, encoded, seal},
};
use kajo_proto::identity::store::v1 as store;

use super::Standing;

/// Something that happened to a patient.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Known from now on.
    Registered {
        /// The personal identity code.
        ssn: Sealed<String>,
        /// First name.
        first_name: Sealed<String>,
        /// Last name.
        last_name: Sealed<String>,
        /// What restricts what can be done.
        standing: Standing,
    },
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType("patient.registered")
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let Self::Registered { ssn, first_name, last_name, standing } = self;
        encoded(&store::PatientRegistered {
            ssn: seal(ssn, sealer),
            first_name: seal(first_name, sealer),
            last_name: seal(last_name, sealer),
            state: standing.number(),
        })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type != "patient.registered" {
            return Err(reader.unknown());
        }
        let payload: store::PatientRegistered = reader.payload()?;
        Ok(Self::Registered {
            ssn: reader.sealed(payload.ssn)?,
            first_name: reader.sealed(payload.first_name)?,
            last_name: reader.sealed(payload.last_name)?,
            standing: reader.known(Standing::from_number(payload.state))?,
        })
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
