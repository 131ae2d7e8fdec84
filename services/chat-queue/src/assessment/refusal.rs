//! Why an assessment says no.

/// A refusal of an assessment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// For this caller there is no such queue, or no such assessment.
    #[error("there is no such assessment")]
    NotFound,
    /// They have not consented, or to other words than those in force.
    #[error("consent is missing")]
    ConsentMissing,
    /// The queue asks nothing of those who join.
    #[error("the chat queue asks for no assessment")]
    NotAsked,
    /// Something else is asked by now.
    #[error("something else is asked by now")]
    StaleVersion,
    /// A visitor has sent many within an hour.
    #[error("the visitor has sent too many within an hour")]
    TooMany,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::ConsentMissing => "assessment_consent_missing", State;
    Self::NotAsked => "assessment_not_asked", State;
    Self::StaleVersion => "stale_version", State;
    Self::TooMany => "assessments_too_many", State;
} }
