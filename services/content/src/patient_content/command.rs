//! What can be asked of a content of a patient.

use chassis_domain::{Matter, PersonId, Uuid};
use kajo_proto::identity::v1::Messaging;

use super::By;

/// A request to a content of a patient.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Gives the content to a patient.
    Activate(Box<Activating>),
    /// The words of a version stood before somebody's eyes.
    MarkRead {
        /// The resident, or who acts for them.
        by: By,
        /// Which words.
        published_version: u32,
    },
    /// Takes it back.
    Withdraw {
        /// The professional.
        by: By,
    },
    /// Takes it back since the patient's account is deleted.
    WithdrawWithAccount,
    /// Guardians see it, or do so no more.
    ShowToGuardians {
        /// The teenager.
        by: By,
        /// They see it.
        visible: bool,
    },
}

/// What a content is given with.
#[derive(Clone, Debug, PartialEq)]
pub struct Activating {
    /// The professional, or the platform.
    pub by: By,
    /// The patient.
    pub patient: PersonId,
    /// Whether the patient may be written to.
    pub messaging: Messaging,
    /// The service content.
    pub content: Uuid,
    /// What it is about for this patient.
    pub matter: Matter,
    /// Nothing new uses the content.
    pub archived: bool,
    /// The patient has the same content, and has not read it.
    pub is_given: bool,
    /// Although that is so.
    pub again: bool,
}
