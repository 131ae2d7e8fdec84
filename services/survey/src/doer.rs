//! Who does something to an activation or sends answers, as the rules know them and as it is stored.

use chassis_domain::{
    DecodeError, PersonId, Representative, RetentionClass, Sealed, Sealer, Uuid,
    stored::{Reader, seal},
};
use kajo_proto::survey::store::v1 as store;

/// Which side did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The resident, or who acts for them.
    Resident,
    /// A professional.
    Practitioner,
    /// The platform.
    Platform,
}

impl Side {
    chassis_domain::numbers!(pub u32: Resident = 1, Practitioner = 2, Platform = 3);
}

/// Who acts or reads, as far as the rules care.
#[derive(Clone, Debug, PartialEq)]
pub enum By {
    /// A resident, or who acts for one.
    Resident {
        /// Whose surveys.
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
    /// On which side.
    pub side: Side,
    /// Who; `None`: the platform.
    pub person: Option<PersonId>,
    /// As they were called.
    pub name: Option<Sealed<String>>,
    /// Who did so on the resident's behalf.
    pub representative: Option<(PersonId, Sealed<String>)>,
}

impl Doer {
    /// Somebody who acts in the record of a patient.
    pub fn of(by: &By, patient: PersonId) -> Self {
        let care_record = |text: &str| Sealed::new(patient, RetentionClass::CareRecord, text.to_owned());
        match by {
            By::Resident { person, name, representative, .. } => Self {
                side: Side::Resident,
                person: Some(*person),
                name: Some(care_record(name)),
                representative: representative.as_ref().map(|somebody| (somebody.person, care_record(&somebody.name))),
            },
            By::Practitioner { person, name, .. } => Self {
                side: Side::Practitioner,
                person: Some(*person),
                name: Some(Sealed::new(*person, RetentionClass::Professional, name.clone())),
                representative: None,
            },
            By::Platform => Self { side: Side::Platform, person: None, name: None, representative: None },
        }
    }

    /// The professional who did it; `None`: somebody else.
    pub fn professional(&self) -> Option<PersonId> {
        self.person.filter(|_| self.side == Side::Practitioner)
    }
}

/// Who did something, for the store.
pub(crate) fn to_stored(doer: &Doer, sealer: &mut dyn Sealer) -> store::Doer {
    let text = |person: Option<PersonId>| person.map(|person| person.to_string()).unwrap_or_default();
    let (representative, representative_name) = doer.representative.clone().unzip();
    store::Doer {
        side: doer.side.number(),
        person_id: text(doer.person),
        name: doer.name.as_ref().and_then(|name| seal(name, sealer)),
        representative_id: text(representative),
        representative_name: representative_name.as_ref().and_then(|name: &Sealed<String>| seal(name, sealer)),
    }
}

/// From the store.
pub(crate) fn from_stored(reader: &Reader<'_>, message: Option<store::Doer>) -> Result<Doer, DecodeError> {
    let message = reader.known(message)?;
    let representative = match optional(reader, &message.representative_id)? {
        Some(person) => Some((person, reader.sealed(message.representative_name)?)),
        None => None,
    };
    Ok(Doer {
        side: reader.known(Side::from_number(message.side))?,
        person: optional(reader, &message.person_id)?,
        name: message.name.map(|name| reader.sealed(Some(name))).transpose()?,
        representative,
    })
}

fn optional(reader: &Reader<'_>, text: &str) -> Result<Option<PersonId>, DecodeError> {
    if text.is_empty() { Ok(None) } else { reader.known(Uuid::try_parse(text).ok()).map(PersonId::from_uuid).map(Some) }
}
