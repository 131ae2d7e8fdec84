//! Values of an appointment: the time that was promised, and who did something.

use chassis_domain::{PersonId, Representative, RetentionClass, Sealed, SignedDuration, Timestamp, Uuid};
use kajo_proto::scheduling::v1 as public;

use crate::kind::AppointmentType;

/// A time that somebody has, and with what it was promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookedTime {
    /// The search in which it was found.
    pub search: Uuid,
    /// Names the time in its source.
    pub slot: Uuid,
    /// Whose calendar; `None`: another system's.
    pub schedule: Option<Uuid>,
    /// For what.
    pub service: Uuid,
    /// With whom, as residents choose it; `None`: the default role.
    pub role: Option<Uuid>,
    /// Where.
    pub location: Option<Uuid>,
    /// With whom exactly.
    pub practitioner: Option<PersonId>,
    /// How people meet.
    pub kind: AppointmentType,
    /// When it begins.
    pub starts_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
    /// What the clocks on the wall show when it begins. Should the rules of the zone change, this is what was promised.
    pub civil_start: String,
    /// What residents may do with it.
    pub terms: Terms,
    /// Whether residents are told who it is with.
    pub names_practitioner: bool,
    /// A time at which one is contacted, and no appointment at which one appears.
    pub contact_time: bool,
}

impl BookedTime {
    /// How long it is.
    pub fn length(&self) -> SignedDuration {
        self.ends_at.duration_since(self.starts_at)
    }
}

/// What residents may do with an appointment by themselves, as it was when they booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// They may cancel it.
    pub cancelable: bool,
    /// They may move it.
    pub reschedulable: bool,
    /// Until so many hours before; `None`: until it begins.
    pub late_hours: Option<u32>,
}

impl Terms {
    /// The last moment at which what begins then can be changed, this moment included. Hours are exact, whatever the clocks do in between.
    pub fn until(&self, starts_at: Timestamp) -> Timestamp {
        let hours = SignedDuration::from_hours(i64::from(self.late_hours.unwrap_or_default()));
        starts_at.checked_sub(hours).unwrap_or(Timestamp::MIN)
    }
}

/// Which side did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The resident, or who acts for them.
    Resident,
    /// A professional.
    Practitioner,
    /// Another system, or the platform with the resident's account.
    System,
}

impl Side {
    chassis_domain::numbers!(pub u32: Resident = 1, Practitioner = 2, System = 3);

    /// As the contract has it.
    pub const fn public(self) -> public::AppointmentSide {
        match self {
            Self::Resident => public::AppointmentSide::Resident,
            Self::Practitioner => public::AppointmentSide::Practitioner,
            Self::System => public::AppointmentSide::System,
        }
    }
}

/// Who acts or reads, as far as the rules care.
#[derive(Clone, Debug, PartialEq)]
pub enum By {
    /// A resident, or who acts for one.
    Resident {
        /// Whose appointments.
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
}

impl By {
    /// Who acts for the resident.
    pub const fn representative(&self) -> Option<&Representative> {
        match self {
            Self::Resident { representative, .. } => representative.as_ref(),
            Self::Practitioner { .. } => None,
        }
    }

    /// The person at the screen.
    pub fn at_screen(&self) -> PersonId {
        match self {
            Self::Resident { person, representative, .. } => representative.as_ref().map_or(*person, |somebody| somebody.person),
            Self::Practitioner { person, .. } => *person,
        }
    }
}

/// Who did something, as it is stored. What residents are called belongs to the patient's care record.
#[derive(Clone, Debug, PartialEq)]
pub struct Doer {
    /// On which side.
    pub side: Side,
    /// Who; `None`: nobody, of a system.
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
        }
    }

    /// Nobody in particular.
    pub const fn system() -> Self {
        Self { side: Side::System, person: None, name: None, representative: None }
    }
}
