//! Why a call says no.

/// A refusal of a call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// For this caller there is no such call.
    #[error("there is no such call")]
    NotFound,
    /// It is over.
    #[error("the call is over")]
    Ended,
    /// The answer comes too late.
    #[error("the invitation has lapsed")]
    Lapsed,
    /// Who was invited has not accepted.
    #[error("the invitation was not accepted")]
    NotAccepted,
    /// Who is to be let in does not wait.
    #[error("they do not wait in the lobby")]
    NotInLobby,
    /// The caller is not in the call.
    #[error("they are not in the call")]
    NotAdmitted,
    /// As many take part as may.
    #[error("as many take part as may")]
    Full,
    /// A browser sends very often.
    #[error("too many signals within a second")]
    SignalsTooMany,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Ended => "call_ended", State;
    Self::Lapsed => "call_invitation_lapsed", State;
    Self::NotAccepted => "call_not_accepted", State;
    Self::NotInLobby => "call_not_in_lobby", State;
    Self::NotAdmitted => "call_not_admitted", State;
    Self::Full => "call_full", State;
    Self::SignalsTooMany => "call_signals_too_many", State;
} }
