//! What can be asked of an execution. Each request brings the plan of the version with which it began: events do not repeat it.

use std::sync::Arc;

use chassis_domain::{Matter, PersonId, Timestamp, Uuid};
use kajo_proto::{identity::v1::Messaging, scheduling::v1::AppointmentType};

use super::event::EndReason;
use crate::plan::Plan;

/// A request to an execution.
#[derive(Clone, Debug)]
pub enum Command {
    /// Begins it for a patient. What began already, under the same id, stays as it is.
    Start(Box<Starting>),
    /// Tells it of something that has happened. What no step can use changes nothing, and what was told before does not either.
    Hear {
        /// Of its version.
        plan: Arc<Plan>,
        /// What.
        heard: Heard,
    },
    /// A step's time has come. Of another turn, of a step that is over, or early, it is nothing.
    Fire {
        /// Of its version.
        plan: Arc<Plan>,
        /// Which.
        step: Uuid,
        /// As it was planned.
        turn: u32,
    },
    /// The owner has done a step's action. Of a step that is not under way it is nothing.
    Performed {
        /// Of its version.
        plan: Arc<Plan>,
        /// Which.
        step: Uuid,
        /// As it was fired.
        turn: u32,
        /// What the owner made of it.
        object: Uuid,
    },
    /// The owner has refused a step's action, or has not answered until it was of no use any more. The block goes on.
    Refused {
        /// Of its version.
        plan: Arc<Plan>,
        /// Which.
        step: Uuid,
        /// As it was fired.
        turn: u32,
        /// The owner's code, or `owner_away`.
        code: String,
    },
    /// Ends it. What is over stays as it was.
    End {
        /// Why.
        reason: EndReason,
        /// The professional; `None`: the platform.
        by: Option<Professional>,
    },
}

/// With what an execution begins.
#[derive(Clone, Debug)]
pub struct Starting {
    /// The version in force.
    pub plan: Arc<Plan>,
    /// The path.
    pub path: Uuid,
    /// Its version in force.
    pub published_version: u32,
    /// For whom.
    pub patient: PersonId,
    /// What the path is about.
    pub matter: Matter,
    /// With what it begins.
    pub cause: Cause,
    /// The path begins for nobody any more.
    pub archived: bool,
    /// Whether the patient may be given anything. Of what begins by itself nobody asks: the owners of the actions do.
    pub messaging: Messaging,
    /// The path runs for the patient already, ..
    pub is_active: bool,
    /// .. and is activated all the same.
    pub again: bool,
    /// The patient's appointments that are known: steps may count from them, and of a path that begins with events some may count for these.
    pub appointments: Vec<Appointment>,
    /// Appointments that have begun this path for the patient before.
    pub used: Vec<Uuid>,
}

/// With what an execution begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// A professional activates it.
    Manual {
        /// Who.
        by: Professional,
    },
    /// An appointment was booked here.
    Booked {
        /// Which.
        appointment: Appointment,
        /// By a professional.
        by_professional: bool,
    },
    /// Another system has told of an appointment.
    BookedIntegration {
        /// Which.
        appointment: Appointment,
    },
}

/// A professional, as they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Professional {
    /// Who.
    pub person: PersonId,
    /// As they are called.
    pub name: String,
}

/// An appointment, as scheduling tells of it. Whole: the one with the highest revision counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appointment {
    /// Which: the same however often it is moved.
    pub id: Uuid,
    /// Counts what has happened to it.
    pub revision: u64,
    /// In which service.
    pub service: Uuid,
    /// With which role.
    pub role: Option<Uuid>,
    /// Of which type.
    pub kind: AppointmentType,
    /// From when ..
    pub starts_at: Timestamp,
    /// .. to when.
    pub ends_at: Timestamp,
    /// When it was booked.
    pub booked_at: Timestamp,
    /// It will not take place.
    pub cancelled: bool,
    /// Who has booked it.
    pub source: Source,
}

/// Who has booked an appointment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Not told.
    #[default]
    Unsaid,
    /// The resident, or who acts for them.
    Resident,
    /// A professional.
    Professional,
    /// Another system.
    Elsewhere,
}

impl Source {
    chassis_domain::numbers!(pub u32: Unsaid = 0, Resident = 1, Professional = 2, Elsewhere = 3);
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// An appointment of the patient is as follows.
    Appointment(Appointment),
    /// A task was marked done.
    TaskDone {
        /// Of which queue.
        queue: Uuid,
        /// Which.
        task: Uuid,
        /// When.
        at: Timestamp,
    },
    /// A survey was activated.
    SurveyActivated {
        /// Which.
        survey: Uuid,
        /// Under which activation.
        activation: Uuid,
        /// When.
        at: Timestamp,
    },
    /// A survey was answered.
    SurveyAnswered {
        /// Which.
        survey: Uuid,
        /// Under which activation.
        activation: Uuid,
        /// When.
        at: Timestamp,
    },
}
