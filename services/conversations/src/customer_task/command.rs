//! What can be asked of a task.

use chassis_domain::{Matter, PersonId, Uuid};

use super::{PathExecution, TaskTexts};
use crate::{
    category::Due,
    conversation::{Place, Unreachable, Who, value::ServiceAreaId},
};

/// Whoever acts or reads, as far as the rules care.
#[derive(Clone, Debug, PartialEq)]
pub struct By {
    /// Who.
    pub who: Who,
    /// A professional's session has opened the patient.
    pub patient_opened: bool,
}

/// A request to a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Gives it to a patient.
    Activate(Box<Activating>),
    /// Marks it done.
    MarkDone {
        /// Who.
        by: By,
    },
    /// Its time may be over.
    Expire,
    /// Takes it back.
    Withdraw {
        /// The professional.
        by: By,
    },
    /// Takes it back since the patient's account is deleted.
    WithdrawWithAccount,
}

/// Who gives a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Giver {
    /// A professional, in a queue that they work.
    Practitioner(Who),
    /// A digital path, and so nobody, in every language.
    Path(PathExecution, TaskTexts),
}

/// What a task is given with.
#[derive(Clone, Debug, PartialEq)]
pub struct Activating {
    /// By whom.
    pub by: Giver,
    /// The patient.
    pub patient: PersonId,
    /// As the patient is called.
    pub patient_name: String,
    /// Why the patient cannot be written to; `None`: they can.
    pub unreachable: Option<Unreachable>,
    /// Where the patient lives, when they have told.
    pub service_area: Option<ServiceAreaId>,
    /// The queue to which it belongs.
    pub place: Place,
    /// What the queue is about.
    pub matter: Matter,
    /// What it is called, within its limit; of a digital path's in Finnish.
    pub title: String,
    /// What to do, likewise.
    pub instruction: String,
    /// As the queue says.
    pub service: Option<Uuid>,
    /// As the queue says.
    pub content: Option<Uuid>,
    /// Until when.
    pub due: Due,
    /// As the queue says.
    pub patient_marks_done: bool,
    /// As the queue says.
    pub sends_expired: bool,
}
