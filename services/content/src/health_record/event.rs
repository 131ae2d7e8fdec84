//! What happens to a health record, as it is stored.

use chassis_domain::{AudienceKey, PersonId, Represented, Sealed, Timestamp, Uuid};

use super::{Kind, VISIBLE_TO_GUARDIANS, needs};

/// A keyed hash of a resource.
pub type Digest = [u8; 32];

/// Something that happened to a record, and what is known of it from then on.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Of what came.
    pub head: Head,
}

/// Something that happened to a record.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It came.
    Arrived {
        /// The resource whole.
        resource: Sealed<String>,
    },
    /// Its source has changed it.
    Corrected {
        /// The resource whole.
        resource: Sealed<String>,
    },
    /// Its source says that it was entered in error.
    Withdrawn,
}

/// What is known of a resource without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Whose it is.
    pub patient: PersonId,
    /// What it is.
    pub kind: Kind,
    /// Who sent it.
    pub integrator: Uuid,
    /// When the sample was taken, or the prescription was written.
    pub at: Timestamp,
    /// When its source changed it last; where it does not say so, when it came.
    pub source_updated_at: Timestamp,
    /// Of the resource.
    pub digest: Digest,
}

impl Event {
    /// Who may be told at once: the patient, and who acts for them in matters of health.
    pub fn audience(&self) -> Vec<AudienceKey> {
        let resident = self.head.patient;
        let represented = Represented { resident, needs: needs(), guardians: VISIBLE_TO_GUARDIANS };
        [AudienceKey::person(resident)].into_iter().chain(represented.keys()).collect()
    }
}
