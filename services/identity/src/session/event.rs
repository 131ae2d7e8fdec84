//! What happens to a session, as it is stored and as it is published.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Mandates, Opener, PersonId, PublishedFact, Sealed, Sealer, Stored, Timestamp,
    stored::{Reader, encoded, seal, timestamp},
};
use kajo_proto::identity::{store::v1 as store, v1 as facts};
use prost::Message;

use super::{Basis, Denial, End, Ground, Realm, Stop, WorkContext};
use crate::patient::PatientId;

/// Something that happened to a session.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Somebody signed in.
    Started {
        /// Who.
        person: PersonId,
        /// Through which realm.
        realm: Realm,
        /// Given name.
        given: Sealed<String>,
        /// Family name.
        family: Sealed<String>,
        /// When it is over at the latest.
        absolute_ends_at: Timestamp,
        /// Why a resident is not admitted; `None`: they are, or it is a professional.
        denial: Option<Denial>,
    },
    /// A professional chose role and location.
    WorkContextChosen {
        /// Who.
        person: PersonId,
        /// What.
        choice: WorkContext,
    },
    /// A professional confirmed a legitimate right and opened a patient.
    PatientOpened {
        /// Who.
        person: PersonId,
        /// Whom.
        patient: PatientId,
        /// On what ground.
        ground: Ground,
    },
    /// It acts for another person from now on.
    OnBehalfStarted {
        /// At the screen.
        person: PersonId,
        /// Represented.
        principal: PersonId,
        /// Given name of the represented person.
        given: Sealed<String>,
        /// Family name of the represented person.
        family: Sealed<String>,
        /// In which matters.
        matters: Mandates,
        /// On what it rests.
        basis: Basis,
        /// When the national service said so.
        checked_at: Timestamp,
    },
    /// The authorisation covers less than it did.
    MandateNarrowed {
        /// At the screen.
        person: PersonId,
        /// Represented.
        principal: PersonId,
        /// What is left.
        matters: Mandates,
    },
    /// It is the person's own again.
    OnBehalfEnded {
        /// At the screen.
        person: PersonId,
        /// Represented until now.
        principal: PersonId,
        /// Why.
        why: Stop,
    },
    /// It is over.
    Ended {
        /// Whose session.
        person: PersonId,
        /// Why.
        why: End,
    },
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Started { .. } => "session.started",
            Self::WorkContextChosen { .. } => "session.work_context_chosen",
            Self::PatientOpened { .. } => "session.patient_opened",
            Self::OnBehalfStarted { .. } => "session.on_behalf_started",
            Self::MandateNarrowed { .. } => "session.mandate_narrowed",
            Self::OnBehalfEnded { .. } => "session.on_behalf_ended",
            Self::Ended { .. } => "session.ended",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Started { person, realm, given, family, absolute_ends_at, denial } => {
                let payload = store::SessionStarted {
                    person_id: person.to_string(),
                    realm: realm.number(),
                    given_name: seal(given, sealer),
                    family_name: seal(family, sealer),
                    absolute_ends_at: Some(timestamp(*absolute_ends_at)),
                    denial: denial.map_or(0, Denial::number).into(),
                };
                Encoded { schema: 2, ..encoded(&payload) }
            }
            Self::WorkContextChosen { person, choice } => encoded(&store::WorkContextChosen {
                person_id: person.to_string(),
                role_id: choice.role.to_string(),
                location_id: choice.location.to_string(),
            }),
            Self::PatientOpened { person, patient, ground } => {
                encoded(&store::PatientOpened { person_id: person.to_string(), patient_id: patient.to_string(), ground: ground.number() })
            }
            Self::OnBehalfStarted { person, principal, given, family, matters, basis, checked_at } => encoded(&store::OnBehalfStarted {
                person_id: person.to_string(),
                principal_id: principal.to_string(),
                given_name: seal(given, sealer),
                family_name: seal(family, sealer),
                health: matters.health,
                social: matters.social,
                basis: basis.number(),
                checked_at: Some(timestamp(*checked_at)),
            }),
            Self::MandateNarrowed { person, principal, matters } => encoded(&store::MandateNarrowed {
                person_id: person.to_string(),
                principal_id: principal.to_string(),
                health: matters.health,
                social: matters.social,
            }),
            Self::OnBehalfEnded { person, principal, why } => {
                encoded(&store::OnBehalfEnded { person_id: person.to_string(), principal_id: principal.to_string(), reason: why.number() })
            }
            Self::Ended { person, why } => encoded(&store::SessionEnded { person_id: person.to_string(), reason: why.number() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "session.started" => {
                let payload: store::SessionStarted = reader.payload_until(2)?;
                let ends = reader.known(payload.absolute_ends_at)?;
                Ok(Self::Started {
                    person: reader.id(&payload.person_id)?,
                    realm: reader.known(Realm::from_number(payload.realm))?,
                    given: reader.sealed(payload.given_name)?,
                    family: reader.sealed(payload.family_name)?,
                    absolute_ends_at: reader.known(Timestamp::new(ends.seconds, ends.nanos).ok())?,
                    denial: reader.known(i16::try_from(payload.denial).ok().and_then(Denial::from_number))?,
                })
            }
            "session.work_context_chosen" => {
                let payload: store::WorkContextChosen = reader.payload()?;
                let choice = WorkContext { role: reader.id(&payload.role_id)?, location: reader.id(&payload.location_id)? };
                Ok(Self::WorkContextChosen { person: reader.id(&payload.person_id)?, choice })
            }
            "session.patient_opened" => {
                let payload: store::PatientOpened = reader.payload()?;
                Ok(Self::PatientOpened {
                    person: reader.id(&payload.person_id)?,
                    patient: reader.id(&payload.patient_id)?,
                    ground: reader.known(Ground::from_number(payload.ground))?,
                })
            }
            "session.on_behalf_started" => {
                let payload: store::OnBehalfStarted = reader.payload()?;
                let checked = reader.known(payload.checked_at)?;
                Ok(Self::OnBehalfStarted {
                    person: reader.id(&payload.person_id)?,
                    principal: reader.id(&payload.principal_id)?,
                    given: reader.sealed(payload.given_name)?,
                    family: reader.sealed(payload.family_name)?,
                    matters: Mandates { health: payload.health, social: payload.social },
                    basis: reader.known(Basis::from_number(payload.basis))?,
                    checked_at: reader.known(Timestamp::new(checked.seconds, checked.nanos).ok())?,
                })
            }
            "session.mandate_narrowed" => {
                let payload: store::MandateNarrowed = reader.payload()?;
                Ok(Self::MandateNarrowed {
                    person: reader.id(&payload.person_id)?,
                    principal: reader.id(&payload.principal_id)?,
                    matters: Mandates { health: payload.health, social: payload.social },
                })
            }
            "session.on_behalf_ended" => {
                let payload: store::OnBehalfEnded = reader.payload()?;
                Ok(Self::OnBehalfEnded {
                    person: reader.id(&payload.person_id)?,
                    principal: reader.id(&payload.principal_id)?,
                    why: reader.known(Stop::from_number(payload.reason))?,
                })
            }
            "session.ended" => {
                let payload: store::SessionEnded = reader.payload()?;
                Ok(Self::Ended { person: reader.id(&payload.person_id)?, why: reader.known(End::from_number(payload.reason))? })
            }
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let session_id = meta.aggregate_id.to_string();
        let (message, payload) = match self {
            Self::Started { person, realm, .. } => (
                "kajo.identity.v1.SessionStarted",
                facts::SessionStarted { session_id, person_id: person.to_string(), realm: realm.number() }.encode_to_vec(),
            ),
            Self::WorkContextChosen { person, choice } => (
                "kajo.identity.v1.WorkContextChosen",
                facts::WorkContextChosen {
                    session_id,
                    person_id: person.to_string(),
                    role_id: choice.role.to_string(),
                    location_id: choice.location.to_string(),
                }
                .encode_to_vec(),
            ),
            // For whom, is nobody's on the bus.
            Self::OnBehalfStarted { person, .. } | Self::MandateNarrowed { person, .. } | Self::OnBehalfEnded { person, .. } => {
                ("kajo.identity.v1.ActingChanged", facts::ActingChanged { session_id, person_id: person.to_string() }.encode_to_vec())
            }
            // Who looks at whom is in the access log, and nobody's on the bus.
            Self::PatientOpened { .. } => return None,
            Self::Ended { person, .. } => {
                ("kajo.identity.v1.SessionEnded", facts::SessionEnded { session_id, person_id: person.to_string() }.encode_to_vec())
            }
        };
        Some(PublishedFact { message, payload, audience: Vec::new() })
    }
}

impl End {
    chassis_domain::numbers!(pub(super) i32: SignedOut = 1, Idle = 2, Age = 3, AccountDeleted = 4, FromElsewhere = 5, NonDisclosure = 6, ByAdministrator = 7, AtRealm = 8);
}
