//! What happens to an appointment, as it is stored.

use chassis_domain::{AudienceKey, Matter, PersonId, Represented, Sealed, Timestamp, Uuid};

use super::{
    outside::KeptOutside,
    participant::Participant,
    value::{BookedTime, Doer, Terms},
};
use crate::kind::AppointmentType;

/// Something that happened to an appointment, and how it stands from then on.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Whole, since the public fact is made from the event alone and tells all.
    pub standing: Standing,
}

/// Something that happened to an appointment.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// Somebody has it.
    Booked {
        /// Who booked it.
        by: Doer,
        /// As the patient was called.
        patient_name: Sealed<String>,
        /// Who else takes part.
        participants: Vec<Participant>,
        /// It is no news: another system kept it before it was asked.
        backfill: bool,
    },
    /// It has another time, or, where another system keeps it, another place or type.
    Moved {
        /// Who moved it.
        by: Doer,
        /// When it began before.
        previous_starts_at: Timestamp,
        /// Where it was before; `None`: nobody wrote that down yet.
        left: Option<Left>,
    },
    /// It will not take place.
    Cancelled {
        /// Who cancelled it.
        by: Doer,
        /// Why; `None`: with the patient's account, or the system that keeps it does not say so.
        reason: Option<Sealed<String>>,
    },
    /// The system that keeps it tells something else of it; when, where and how one meets is the same.
    Changed {
        /// The system.
        by: Doer,
    },
    /// It has taken place.
    Done {
        /// The professional, or the system that keeps it.
        by: Doer,
    },
    /// A professional has taken note of it being cancelled.
    CancellationAcknowledged {
        /// The professional.
        by: Doer,
    },
    /// Somebody else takes part, or is called or reached otherwise.
    ParticipantSaved {
        /// The professional.
        by: Doer,
        /// Who.
        participant: Participant,
    },
    /// Somebody takes part no more.
    ParticipantDeactivated {
        /// The professional.
        by: Doer,
        /// Who.
        participant: Uuid,
        /// The colleague that they are; `None`: a guest.
        colleague: Option<PersonId>,
    },
    /// Whether guardians see it is another one.
    ShownToGuardians,
}

/// Where an appointment was before it was moved: calendars that show it still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Whose calendar; `None`: another system's.
    pub schedule: Option<Uuid>,
    /// With whom.
    pub practitioner: Option<PersonId>,
    /// How people were to meet.
    pub kind: AppointmentType,
}

impl Left {
    /// What a time leaves when it is given up for another.
    pub const fn of(time: &BookedTime) -> Self {
        Self { schedule: time.schedule, practitioner: time.practitioner, kind: time.kind }
    }

    /// The professionals who may be told at once that it is there no more.
    pub fn audience(&self) -> Vec<AudienceKey> {
        of_professionals(self.kind, self.schedule, self.practitioner)
    }
}

/// How an appointment stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whose it is.
    pub patient: PersonId,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// Guardians of a teenager may see it.
    pub visible_to_guardians: bool,
    /// Its time.
    pub time: BookedTime,
    /// When it was booked.
    pub booked_at: Timestamp,
    /// The recommendation with which it was booked.
    pub recommendation: Option<Uuid>,
    /// Colleagues who take part.
    pub colleagues: Vec<PersonId>,
    /// Whether the patient may cancel it, as whoever booked it said; `None`: as the search says in which its time was found.
    pub cancelable: Option<bool>,
    /// The system that keeps it; `None`: the own calendar.
    pub outside: Option<KeptOutside>,
}

impl Standing {
    /// Who may be told at once: the patient, who acts for them, the professionals who take part, and those whose calendar shows it.
    pub fn audience(&self) -> Vec<AudienceKey> {
        let represented = Represented { resident: self.patient, needs: self.matter.needs(), guardians: self.visible_to_guardians };
        [AudienceKey::person(self.patient)].into_iter().chain(represented.keys()).chain(self.audience_at_work()).collect()
    }

    /// The professionals among these.
    pub(super) fn audience_at_work(&self) -> Vec<AudienceKey> {
        let professionals = self.time.practitioner.into_iter().chain(self.colleagues.iter().copied());
        of_professionals(self.time.kind, self.time.schedule, professionals)
    }

    /// Whether a professional takes part.
    pub fn takes_part(&self, professional: PersonId) -> bool {
        self.time.practitioner == Some(professional) || self.colleagues.contains(&professional)
    }

    /// Whether there is a call to which people come: to what is remote and kept here.
    pub fn has_call(&self) -> bool {
        self.time.kind.is_remote() && self.outside.is_none()
    }

    /// The time as it is with what was said of cancelling.
    pub(super) fn on_its_terms(time: &BookedTime, cancelable: Option<bool>) -> BookedTime {
        let terms = Terms { cancelable: cancelable.unwrap_or(time.terms.cancelable), ..time.terms };
        BookedTime { terms, ..time.clone() }
    }
}

/// The keys of professionals who take part, and of all whose calendar shows them or this schedule. Of what is remote those alone are told who
/// work with that (SCH-11).
pub(super) fn of_professionals(kind: AppointmentType, schedule: Option<Uuid>, professionals: impl IntoIterator<Item = PersonId>) -> Vec<AudienceKey> {
    let people = professionals.into_iter().flat_map(|person| [AudienceKey::person(person), AudienceKey::calendar(person)]);
    let keys = people.chain(schedule.map(AudienceKey::calendar));
    keys.map(|key| if kind.is_remote() { key.remote() } else { key }).collect()
}
