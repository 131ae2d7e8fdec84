//! What happens to an activation, as it is stored.

use chassis_domain::{AudienceKey, Date, Matter, PersonId, Represented, Sealed, Timestamp, Uuid};

use crate::{civil_days, doer::Doer};

/// Something that happened to an activation, and how it stands from then on.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Whole, since the public fact is made from the event alone.
    pub standing: Standing,
    /// The professional who activated it, who is told of it as well. The first event alone stores them: of a later one that comes out of the store
    /// nobody is known here, and nobody is told any more.
    pub informs: Option<PersonId>,
}

/// Something that happened to an activation.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A patient was given the survey.
    Activated {
        /// Who gave it.
        by: Doer,
        /// As the patient was called.
        patient_name: Sealed<String>,
    },
    /// Its first day has come.
    Opened,
    /// It is answered.
    Answered {
        /// The resident, or who acts for them.
        by: Doer,
        /// The answers.
        response: Uuid,
    },
    /// Its last day is over.
    Expired,
    /// It was taken back.
    Withdrawn {
        /// The professional; the platform: with the patient's account.
        by: Doer,
    },
    /// Whether guardians see it is another one.
    ShownToGuardians {
        /// The teenager.
        by: Doer,
    },
}

/// How an activation stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who answers.
    pub patient: PersonId,
    /// What is answered.
    pub survey: Uuid,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// The first day.
    pub from: Date,
    /// The last day; `None`: until it is taken back.
    pub answer_by: Option<Date>,
    /// Guardians of a teenager may see it.
    pub visible_to_guardians: bool,
}

impl Standing {
    /// From when on it can be answered.
    pub fn opens_at(&self) -> Timestamp {
        civil_days::begins(self.from)
    }

    /// From when on it cannot any more.
    pub fn closes_at(&self) -> Option<Timestamp> {
        self.answer_by.map(civil_days::closes)
    }
}

impl Event {
    /// Who may be told at once: the patient, who acts for them, and the professional who activated it. Guardians who see it no more are told so.
    pub fn audience(&self) -> Vec<AudienceKey> {
        let Standing { patient, matter, visible_to_guardians, .. } = &self.standing;
        let guardians = *visible_to_guardians || matches!(self.what, EventKind::ShownToGuardians { .. });
        let represented = Represented { resident: *patient, needs: matter.needs(), guardians };
        [AudienceKey::person(patient)].into_iter().chain(represented.keys()).chain(self.informs.map(AudienceKey::person)).collect()
    }
}
