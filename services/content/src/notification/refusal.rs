//! Why a notification says no.

/// A refusal of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nobody is to be told of anything under this id.
    #[error("there is no such notification")]
    NotPlanned,
}

chassis_domain::refusals! { Refusal {
    Self::NotPlanned => "not_found", Hidden;
} }
