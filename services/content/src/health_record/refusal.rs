//! Why a health record says no.

/// A refusal of a health record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// What its source sends under the same identifier is about somebody else.
    #[error("the record is of another patient")]
    OtherPatient,
}

chassis_domain::refusals! { Refusal {
    Self::OtherPatient => "other_patient", State;
} }
