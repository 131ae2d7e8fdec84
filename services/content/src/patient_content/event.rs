//! What happens to a content of a patient, as it is stored.

use chassis_domain::{AudienceKey, Matter, PersonId, Represented, Uuid};

use super::Doer;

/// Something that happened to a content of a patient, and how it stands from then on.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Whole, since the public fact is made from the event alone.
    pub standing: Standing,
    /// The professional who gave it, who is told of it as well. The first event alone stores them: of a later one that comes out of the store nobody
    /// is known here, and nobody is told any more.
    pub informs: Option<PersonId>,
}

/// Something that happened to a content of a patient.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A patient was given the content.
    Activated {
        /// Who gave it.
        by: Doer,
    },
    /// The words of a version stood before somebody's eyes.
    Read {
        /// The resident, or who acts for them.
        by: Doer,
        /// Which words.
        published_version: u32,
    },
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

/// How a content of a patient stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who reads it.
    pub patient: PersonId,
    /// The service content.
    pub content: Uuid,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// Guardians of a teenager may see it.
    pub visible_to_guardians: bool,
}

impl Event {
    /// Who may be told at once: the patient, who acts for them, and the professional who gave it. Guardians who see it no more are told so.
    pub fn audience(&self) -> Vec<AudienceKey> {
        let Standing { patient, matter, visible_to_guardians, .. } = self.standing;
        let guardians = visible_to_guardians || matches!(self.what, EventKind::ShownToGuardians { .. });
        let represented = Represented { resident: patient, needs: matter.needs(), guardians };
        [AudienceKey::person(patient)].into_iter().chain(represented.keys()).chain(self.informs.map(AudienceKey::person)).collect()
    }
}
