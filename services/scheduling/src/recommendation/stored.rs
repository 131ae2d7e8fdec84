//! Events of a recommendation in the store, and the facts that they are for the world.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PersonId, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::scheduling::{
    store::v1 as stored,
    v1::{self as public, RecommendationState},
};
use prost::Message;

use super::{Event, Given, audience};
use crate::appointment::{doer, read_doer};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Activated(_) => "recommendation.activated",
            Self::Used { .. } => "recommendation.used",
            Self::Withdrawn { .. } => "recommendation.withdrawn",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Activated(given) => encoded(&stored::RecommendationActivated {
                patient_id: given.patient.to_string(),
                service_id: given.service.to_string(),
                matter: given.matter.number(),
                by: Some(doer(&given.by, sealer)),
            }),
            Self::Used { appointment, patient, matter } => encoded(&stored::RecommendationUsed {
                appointment_id: appointment.to_string(),
                patient_id: patient.to_string(),
                matter: matter.number(),
            }),
            Self::Withdrawn { by, patient, matter } => {
                encoded(&stored::RecommendationWithdrawn { by: Some(doer(by, sealer)), patient_id: patient.to_string(), matter: matter.number() })
            }
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let matter = |number| reader.known(Matter::from_number(number));
        Ok(match stored.event_type.as_str() {
            "recommendation.activated" => {
                let message: stored::RecommendationActivated = reader.payload()?;
                Self::Activated(Box::new(Given {
                    patient: reader.id(&message.patient_id)?,
                    service: reader.known(chassis_domain::Uuid::try_parse(&message.service_id).ok())?,
                    matter: matter(message.matter)?,
                    by: read_doer(&reader, message.by)?,
                }))
            }
            "recommendation.used" => {
                let message: stored::RecommendationUsed = reader.payload()?;
                Self::Used {
                    appointment: reader.id(&message.appointment_id)?,
                    patient: reader.id(&message.patient_id)?,
                    matter: matter(message.matter)?,
                }
            }
            "recommendation.withdrawn" => {
                let message: stored::RecommendationWithdrawn = reader.payload()?;
                let by = read_doer(&reader, message.by)?;
                Self::Withdrawn { by, patient: reader.id(&message.patient_id)?, matter: matter(message.matter)? }
            }
            _ => return Err(reader.unknown()),
        })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let recommendation_id = meta.aggregate_id.to_string();
        let closed = |patient: &PersonId, state: RecommendationState| {
            let fact =
                public::RecommendationClosed { recommendation_id: recommendation_id.clone(), patient_id: patient.to_string(), state: state.into() };
            ("kajo.scheduling.v1.RecommendationClosed", fact.encode_to_vec())
        };
        let ((message, payload), audience) = match self {
            Self::Activated(given) => {
                let (patient_id, service_id) = (given.patient.to_string(), given.service.to_string());
                let fact = public::RecommendationActivated { recommendation_id, patient_id, service_id };
                (("kajo.scheduling.v1.RecommendationActivated", fact.encode_to_vec()), audience(given.patient, given.matter))
            }
            Self::Used { patient, matter, .. } => (closed(patient, RecommendationState::Used), audience(*patient, *matter)),
            Self::Withdrawn { patient, matter, .. } => (closed(patient, RecommendationState::Withdrawn), audience(*patient, *matter)),
        };
        Some(PublishedFact { message, payload, audience })
    }
}
