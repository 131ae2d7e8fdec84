//! What happens to a patient, as it is stored.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealed, Sealer, Stored,
    stored::{Reader, encoded, seal},
};
use kajo_proto::identity::{store::v1 as store, v1 as facts};
use prost::Message;

use super::{Info, Standing};
use crate::care_team::CareTeamId;

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
    /// The basic info is as follows from now on.
    InfoChanged {
        /// All of it.
        info: Sealed<Info>,
        /// Who says so.
        source: Source,
    },
    /// Belongs to a care team from now on, or to none any more.
    CareTeamChosen {
        /// Which.
        care_team: Option<CareTeamId>,
    },
    /// Consents to be written to, from now on.
    ConsentGiven {
        /// The version of the terms that were accepted.
        terms: u32,
    },
    /// Consents no more.
    ConsentWithdrawn,
    /// The patient record system says otherwise than before whether a non-disclosure restriction protects the patient.
    ProtectionChanged {
        /// Whether it does.
        protected: bool,
    },
}

/// Who says what a patient's basic info is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A professional.
    Professional,
    /// The patient record system.
    Record,
}

impl Source {
    chassis_domain::numbers!(i32: Professional = 1, Record = 2);
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Registered { .. } => "patient.registered",
            Self::InfoChanged { .. } => "patient.info_changed",
            Self::CareTeamChosen { .. } => "patient.care_team_chosen",
            Self::ConsentGiven { .. } => "patient.consent_given",
            Self::ConsentWithdrawn => "patient.consent_withdrawn",
            Self::ProtectionChanged { .. } => "patient.protection_changed",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Registered { ssn, first_name, last_name, standing } => encoded(&store::PatientRegistered {
                ssn: seal(ssn, sealer),
                first_name: seal(first_name, sealer),
                last_name: seal(last_name, sealer),
                state: standing.number(),
            }),
            Self::InfoChanged { info, source } => encoded(&store::PatientInfoChanged { info: seal(info, sealer), source: source.number() }),
            Self::CareTeamChosen { care_team } => {
                encoded(&store::PatientCareTeamChosen { care_team_id: care_team.map(|id| id.to_string()).unwrap_or_default() })
            }
            Self::ConsentGiven { terms } => encoded(&store::PatientConsentGiven { terms: *terms }),
            Self::ConsentWithdrawn => encoded(&store::PatientConsentWithdrawn {}),
            Self::ProtectionChanged { protected } => encoded(&store::PatientProtectionChanged { protected: *protected }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "patient.registered" => {
                let payload: store::PatientRegistered = reader.payload()?;
                Ok(Self::Registered {
                    ssn: reader.sealed(payload.ssn)?,
                    first_name: reader.sealed(payload.first_name)?,
                    last_name: reader.sealed(payload.last_name)?,
                    standing: reader.known(Standing::from_number(payload.state))?,
                })
            }
            "patient.info_changed" => {
                let store::PatientInfoChanged { info, source } = reader.payload()?;
                Ok(Self::InfoChanged { info: reader.sealed(info)?, source: reader.known(Source::from_number(source))? })
            }
            "patient.care_team_chosen" => {
                let store::PatientCareTeamChosen { care_team_id } = reader.payload()?;
                let care_team = if care_team_id.is_empty() { None } else { Some(reader.id(&care_team_id)?) };
                Ok(Self::CareTeamChosen { care_team })
            }
            "patient.consent_given" => {
                let store::PatientConsentGiven { terms } = reader.payload()?;
                Ok(Self::ConsentGiven { terms })
            }
            "patient.consent_withdrawn" => {
                let store::PatientConsentWithdrawn {} = reader.payload()?;
                Ok(Self::ConsentWithdrawn)
            }
            "patient.protection_changed" => {
                let store::PatientProtectionChanged { protected } = reader.payload()?;
                Ok(Self::ProtectionChanged { protected })
            }
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let Self::ProtectionChanged { protected } = self else { return None };
        let fact = facts::PatientProtectionChanged { patient_id: meta.aggregate_id.to_string(), protected: *protected };
        Some(PublishedFact { message: "kajo.identity.v1.PatientProtectionChanged", payload: fact.encode_to_vec(), audience: Vec::new() })
    }
}
