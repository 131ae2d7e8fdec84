//! What happens to a task, as it is stored.

use chassis_domain::{Matter, PersonId, Sealed, Timestamp, Uuid};

use super::TaskTexts;
use crate::{
    audience::Audience,
    category::Due,
    conversation::{
        ParticipantKind, Place,
        value::{Name, ServiceAreaId, WrittenBy},
    },
};

/// Something that happened to a task, and who may be told of it at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Who may be told by live update.
    pub audience: Audience,
}

/// Something that happened to a task.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A patient was given it.
    Activated(Box<Activation>),
    /// It is done.
    MarkedDone {
        /// Who says so.
        by: PersonId,
        /// On which side.
        kind: ParticipantKind,
        /// Their name.
        name: Name,
        /// Who said so on the patient's behalf.
        on_behalf: Option<WrittenBy>,
    },
    /// It was not done in time.
    Expired,
    /// It was taken back.
    Withdrawn {
        /// The professional with their name; `None`: with the patient's account.
        by: Option<(PersonId, Name)>,
    },
}

/// Who gave a task.
#[derive(Clone, Debug, PartialEq)]
pub enum GivenBy {
    /// A professional.
    Practitioner {
        /// Who.
        person: PersonId,
        /// Their name.
        name: Name,
    },
    /// A digital path, and so nobody.
    Path {
        /// Which one.
        of: PathExecution,
        /// What it is called and what to do, in each language.
        texts: Sealed<TaskTexts>,
    },
}

/// A digital path as it runs for a patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathExecution {
    /// The path.
    pub path: Uuid,
    /// Its execution.
    pub execution: Uuid,
}

/// What a patient was given. Its texts belong to the patient's care record.
#[derive(Clone, Debug, PartialEq)]
pub struct Activation {
    /// The patient.
    pub patient: PersonId,
    /// As the patient was called.
    pub patient_name: Sealed<String>,
    /// Where the patient lives, when they had told.
    pub service_area: Option<ServiceAreaId>,
    /// The queue to which it belongs.
    pub place: Place,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// What it is called; of a digital path's in Finnish.
    pub title: Sealed<String>,
    /// What to do, likewise.
    pub instruction: Sealed<String>,
    /// The service of its queue.
    pub service: Option<Uuid>,
    /// The content of its queue.
    pub content: Option<Uuid>,
    /// Until when, as it was said.
    pub due: Due,
    /// The first moment at which it is late; `None`: as soon as possible.
    pub due_at: Option<Timestamp>,
    /// The patient may mark it done.
    pub patient_marks_done: bool,
    /// It comes to the professionals when its time is over.
    pub sends_expired: bool,
    /// Who gave it.
    pub activated_by: GivenBy,
}
