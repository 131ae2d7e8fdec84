//! Why a task says no.

/// A refusal of a customer task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is no such task.
    #[error("there is no such task")]
    NotFound,
    /// It was given already, or its conversation has begun; ids follow from commands, so another command did it.
    #[error("it exists already")]
    AlreadyStarted,
    /// The patient has not given consent, or does so no more.
    #[error("the patient has not given consent")]
    PatientWithoutConsent,
    /// A professional added the patient, who does not use the service yet.
    #[error("the patient was added by hand")]
    PatientManuallyAdded,
    /// The professional's role and location do not give this queue.
    #[error("the professional does not work this queue")]
    QueueNotWorked,
    /// The queue takes in nothing, or no tasks.
    #[error("the queue is not open for tasks")]
    QueueClosed,
    /// Nobody can say until when it would be.
    #[error("the due time is out of range")]
    DueOutOfRange {
        /// Least of a unit.
        min: u32,
        /// Most of a unit.
        max: u32,
    },
    /// Its queue lets professionals mark it done.
    #[error("professionals mark it done")]
    MarkedByProfessionals,
    /// It was taken back.
    #[error("the task was taken back")]
    Withdrawn,
    /// It is done.
    #[error("the task is done")]
    Done,
    /// A name or text that is needed is gone with its key.
    #[error("what is needed was erased")]
    Erased,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyStarted => "already_started", State;
    Self::PatientWithoutConsent => "patient_no_consent", State;
    Self::PatientManuallyAdded => "patient_manually_added", State;
    Self::QueueNotWorked => "queue_not_worked", Input, field "subcategory_id";
    Self::QueueClosed => "queue_closed", State, field "subcategory_id";
    Self::DueOutOfRange { min, max } => "due_out_of_range", Input, field "due", params [("min", min.to_string()), ("max", max.to_string())];
    Self::MarkedByProfessionals => "marked_by_professionals", State;
    Self::Withdrawn => "task_withdrawn", State;
    Self::Done => "task_done", State;
    Self::Erased => "erased", State;
} }
