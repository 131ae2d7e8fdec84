//! Why an execution says no.

/// A refusal of an execution. What it is told when it is over, or twice, is no mistake and changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is no such execution, or no such path.
    #[error("there is no such path")]
    NotFound,
    /// The path begins for nobody any more.
    #[error("the path is archived")]
    PathArchived,
    /// No block of the path begins when a professional activates it.
    #[error("professionals do not activate the path")]
    NotManual,
    /// The path runs for the patient already.
    #[error("the path runs for the patient already")]
    AlreadyActive,
    /// The patient has not given consent, or does so no more.
    #[error("the patient has not given consent")]
    PatientWithoutConsent,
    /// A professional added the patient, who does not use the service yet.
    #[error("the patient was added by hand")]
    PatientManuallyAdded,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::PathArchived => "path_archived", State;
    Self::NotManual => "path_not_manual", State;
    Self::AlreadyActive => "path_already_active", State;
    Self::PatientWithoutConsent => "patient_no_consent", State;
    Self::PatientManuallyAdded => "patient_manually_added", State;
} }
