//! What can be asked of an activation.

use chassis_domain::{Matter, PersonId, Uuid};
use kajo_proto::identity::v1::Messaging;

use crate::doer::By;

/// A request to an activation.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Gives the survey to a patient.
    Activate(Box<Activating>),
    /// Its first day may have come.
    Open,
    /// Its last day may be over.
    Expire,
    /// It is answered, with this response.
    Answer {
        /// The resident, or who acts for them.
        by: By,
        /// The answers.
        response: Uuid,
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

/// What a survey is activated with.
#[derive(Clone, Debug, PartialEq)]
pub struct Activating {
    /// The professional, or the platform.
    pub by: By,
    /// The patient.
    pub patient: PersonId,
    /// As the patient is called.
    pub patient_name: String,
    /// Whether the patient may be written to.
    pub messaging: Messaging,
    /// The survey.
    pub survey: Uuid,
    /// What it is about.
    pub matter: Matter,
    /// It is not activated any more.
    pub archived: bool,
    /// From which day on, for example `2027-03-28`; empty: from today.
    pub from_date: String,
    /// The last day; empty: there is none.
    pub answer_by_date: String,
    /// The patient has it to answer already, or will have.
    pub is_given: bool,
    /// Although that is so.
    pub again: bool,
}
