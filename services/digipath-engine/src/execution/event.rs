//! What happens to an execution, as it is stored.

use chassis_domain::{Matter, PersonId, Sealed, Timestamp, Uuid};
use kajo_proto::digipath_engine::v1::{self as public, ActionKind, ConditionKind};

use super::command::{Appointment, Heard};

/// Something that happened to an execution, and what it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// What it is about: the same in every event, since facts and read models are made from one event alone.
    pub standing: Standing,
}

/// What an execution is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The path.
    pub path: Uuid,
    /// In which version.
    pub published_version: u32,
    /// For whom.
    pub patient: PersonId,
    /// What the path is about.
    pub matter: Matter,
    /// The professional who activated it, and is told of it; `None`: it began by itself.
    pub starter: Option<PersonId>,
}

/// Something that happened to an execution.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It began.
    Started {
        /// With what.
        cause: StartedBy,
        /// When.
        at: Timestamp,
        /// The blocks with which it began. Other blocks that open executions are no part of it.
        entered: Vec<Uuid>,
        /// Of a path that begins with several events: the appointments that counted beside the one with which it began.
        counted: Vec<Uuid>,
    },
    /// Something that steps wait for, or count from, has happened.
    Heard(Heard),
    /// A step's action has its time.
    Planned {
        /// Which.
        step: Uuid,
        /// Counts the times that it was planned, from 1.
        turn: u32,
        /// When. Not before now: what is to be done at once is due now.
        due_at: Timestamp,
        /// Why.
        because: Because,
    },
    /// A step waits for its condition again.
    Unplanned {
        /// Which.
        step: Uuid,
    },
    /// A step's action is wanted.
    Fired {
        /// Which.
        step: Uuid,
        /// As it was planned.
        turn: u32,
        /// Of a repeat: what it repeats.
        action: ActionKind,
        /// From then on it is of no use any more: the appointment begins. `None`: it always is.
        until: Option<Timestamp>,
    },
    /// A step's action is done.
    Done {
        /// Which.
        step: Uuid,
        /// As it was fired.
        turn: u32,
        /// Of a repeat: what it repeats.
        action: ActionKind,
        /// What the owner made of it.
        object: Uuid,
        /// Of a repeat: it comes again, and the step is not over.
        again: bool,
        /// When.
        at: Timestamp,
    },
    /// A step is left out.
    LeftOut {
        /// Which.
        step: Uuid,
        /// Why.
        reason: LeftOut,
        /// When.
        at: Timestamp,
    },
    /// A step's action could not be done. The block goes on.
    Failed {
        /// Which.
        step: Uuid,
        /// As it was fired.
        turn: u32,
        /// The owner's code.
        code: String,
        /// When.
        at: Timestamp,
    },
    /// Every step is over.
    Completed,
    /// It was ended before.
    Ended {
        /// Why.
        reason: EndReason,
        /// The professional, with their name.
        by: Option<(PersonId, Sealed<String>)>,
    },
}

/// With what an execution began.
#[derive(Clone, Debug, PartialEq)]
pub enum StartedBy {
    /// A professional activated it.
    Manual {
        /// Who.
        person: PersonId,
        /// As they were called.
        name: Sealed<String>,
    },
    /// An appointment was booked here.
    Booked(Appointment),
    /// Another system has told of an appointment.
    BookedIntegration(Appointment),
}

/// Why a step has its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Because {
    /// Of which condition.
    pub condition: ConditionKind,
    /// When what it waits for happened; of an appointment its start or its end.
    pub at: Timestamp,
    /// Of a condition about an appointment: which.
    pub appointment: Option<Uuid>,
}

/// Why a step is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// Its time was past when its turn came.
    Late,
    /// The appointment had begun.
    AppointmentPassed,
    /// The appointment was cancelled.
    AppointmentCancelled,
}

impl LeftOut {
    chassis_domain::numbers!(pub u32: Late = 1, AppointmentPassed = 2, AppointmentCancelled = 3);

    /// As the contract has it.
    pub const fn public(self) -> public::LeftOutReason {
        match self {
            Self::Late => public::LeftOutReason::Late,
            Self::AppointmentPassed => public::LeftOutReason::AppointmentPassed,
            Self::AppointmentCancelled => public::LeftOutReason::AppointmentCancelled,
        }
    }
}

/// Why an execution was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// A professional ended it.
    ByHand,
    /// The appointment with which it began was cancelled.
    AppointmentCancelled,
    /// Whoever keeps the path ended all that ran.
    PathEnded,
    /// The patient's account was deleted.
    AccountDeleted,
}

impl EndReason {
    chassis_domain::numbers!(pub u32: ByHand = 1, AppointmentCancelled = 2, PathEnded = 3, AccountDeleted = 4);

    /// As the contract has it.
    pub const fn public(self) -> public::EndReason {
        match self {
            Self::ByHand => public::EndReason::ByHand,
            Self::AppointmentCancelled => public::EndReason::AppointmentCancelled,
            Self::PathEnded => public::EndReason::PathEnded,
            Self::AccountDeleted => public::EndReason::AccountDeleted,
        }
    }
}
