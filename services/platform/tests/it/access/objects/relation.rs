//! How a caller stands to what a call is about.

/// How a thing stands to whom the calls are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    /// The call is about no particular thing.
    None,
    /// A conversation that waits for somebody to take it; a chat that waits to be accepted; a file of nobody's message; a place that there
    /// is; another session of the caller's.
    There,
    /// A conversation that has an owner and a participant; a file in its first message; a chat that the owner has accepted.
    Handled,
    /// A conversation or a chat that is over.
    Ended,
    /// The consultation that the owner has asked for.
    Consultation,
    /// A conversation that guardians may not see.
    Hidden,
    /// A conversation about a social matter.
    Social,
    /// The same of another resident; a role that the caller does not have.
    Others,
    /// A chat that waits, and that was begun by who acts for the resident.
    OnBehalf,
    /// The code of somebody whose whereabouts nobody is told.
    Protected,
    /// A form whose sender nobody knows.
    Anonymous,
    /// There is no such thing.
    Missing,
}

impl Relation {
    pub(crate) const ALL: [Self; 12] = [
        Self::None,
        Self::There,
        Self::Handled,
        Self::Ended,
        Self::Consultation,
        Self::Hidden,
        Self::Social,
        Self::Others,
        Self::OnBehalf,
        Self::Protected,
        Self::Anonymous,
        Self::Missing,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "-",
            Self::There => "there",
            Self::Handled => "handled",
            Self::Ended => "ended",
            Self::Consultation => "consultation",
            Self::Hidden => "hidden from guardians",
            Self::Social => "social matter",
            Self::Others => "other's",
            Self::OnBehalf => "begun on behalf",
            Self::Protected => "protected",
            Self::Anonymous => "sent anonymously",
            Self::Missing => "missing",
        }
    }
}
