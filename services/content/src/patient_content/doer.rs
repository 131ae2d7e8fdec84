//! Who does something to a content of a patient, as the rules know them and as it is stored.

use chassis_domain::{PersonId, Representative, RetentionClass, Sealed};

/// Who acts or reads, as far as the rules care.
#[derive(Clone, Debug, PartialEq)]
pub enum By {
    /// A resident, or who acts for one.
    Resident {
        /// Whose contents.
        person: PersonId,
        /// As they are called.
        name: String,
        /// Who really acts.
        representative: Option<Representative>,
        /// The resident is 12 to 17 today.
        teenager: bool,
    },
    /// A professional.
    Practitioner {
        /// Who.
        person: PersonId,
        /// As they are called.
        name: String,
        /// Their session has opened the patient.
        patient_opened: bool,
    },
    /// The platform.
    Platform,
}

impl By {
    /// Who acts for the resident.
    pub const fn representative(&self) -> Option<&Representative> {
        match self {
            Self::Resident { representative, .. } => representative.as_ref(),
            Self::Practitioner { .. } | Self::Platform => None,
        }
    }
}

/// Who did something, as it is stored. What residents are called belongs to the patient's care record.
#[derive(Clone, Debug, PartialEq)]
pub struct Doer {
    /// The professional, or the resident whose content it is; `None`: the platform.
    pub person: Option<PersonId>,
    /// As they were called.
    pub name: Option<Sealed<String>>,
    /// Who did so on the resident's behalf.
    pub representative: Option<PersonId>,
}

impl Doer {
    /// Somebody who acts in the record of a patient.
    pub fn of(by: &By, patient: PersonId) -> Self {
        match by {
            By::Resident { person, name, representative, .. } => Self {
                person: Some(*person),
                name: Some(Sealed::new(patient, RetentionClass::CareRecord, name.clone())),
                representative: representative.as_ref().map(|somebody| somebody.person),
            },
            By::Practitioner { person, name, .. } => {
                Self { person: Some(*person), name: Some(Sealed::new(*person, RetentionClass::Professional, name.clone())), representative: None }
            }
            By::Platform => Self { person: None, name: None, representative: None },
        }
    }
}
