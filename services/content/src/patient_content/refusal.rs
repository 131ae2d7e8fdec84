//! Why something is not done to a content of a patient.

/// A refusal of a content of a patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is no such content.
    #[error("there is no such content")]
    NotFound,
    /// It was given already; ids follow from commands, so another command did it.
    #[error("it is given already")]
    AlreadyActivated,
    /// The patient has not given consent, or does so no more.
    #[error("the patient has not given consent")]
    PatientWithoutConsent,
    /// A professional added the patient, who does not use the service yet.
    #[error("the patient was added by hand")]
    PatientManuallyAdded,
    /// Nothing new uses the content.
    #[error("the content is archived")]
    ContentArchived,
    /// The patient has the same content, and has not read it.
    #[error("the patient has the content unread already")]
    AlreadyGiven,
    /// It was taken back.
    #[error("it was taken back")]
    Withdrawn,
    /// Whoever asks is not the teenager whose it is.
    #[error("the teenager alone decides")]
    NotTheTeenager,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyActivated => "already_activated", State;
    Self::PatientWithoutConsent => "patient_no_consent", State;
    Self::PatientManuallyAdded => "patient_manually_added", State;
    Self::ContentArchived => "content_archived", State;
    Self::AlreadyGiven => "content_already_given", State;
    Self::Withdrawn => "content_withdrawn", State;
    Self::NotTheTeenager => "not_the_teenager", Forbidden;
} }
