//! What happens to an appointment, as it is stored.

use chassis_domain::{AudienceKey, Matter, PersonId, Represented, Sealed, Timestamp, Uuid};

use super::{
    participant::Participant,
    value::{BookedTime, Doer, Terms},
};

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
    },
    /// It has another time.
    Moved {
        /// Who moved it.
        by: Doer,
        /// When it began before.
        previous_starts_at: Timestamp,
    },
    /// It will not take place.
    Cancelled {
        /// Who cancelled it.
        by: Doer,
        /// Why; `None`: with the patient's account.
        reason: Option<Sealed<String>>,
    },
    /// It has taken place.
    Done {
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
}

impl Standing {
    /// Who may be told at once: the patient, who acts for them, and the professionals who take part.
    pub fn audience(&self) -> Vec<AudienceKey> {
        let represented = Represented { resident: self.patient, needs: self.matter.needs(), guardians: self.visible_to_guardians };
        let people = [Some(self.patient), self.time.practitioner].into_iter().flatten().chain(self.colleagues.iter().copied());
        people.map(AudienceKey::person).chain(represented.keys()).collect()
    }

    /// Whether a professional takes part.
    pub fn takes_part(&self, professional: PersonId) -> bool {
        self.time.practitioner == Some(professional) || self.colleagues.contains(&professional)
    }

    /// The time as it is with what was said of cancelling.
    pub(super) fn on_its_terms(time: &BookedTime, cancelable: Option<bool>) -> BookedTime {
        let terms = Terms { cancelable: cancelable.unwrap_or(time.terms.cancelable), ..time.terms };
        BookedTime { terms, ..time.clone() }
    }
}
