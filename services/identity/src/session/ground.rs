//! The legitimate right on which a professional views a patient (PRO-06; Act 703/2023).

/// Why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Assessment of the need for care, or arranging care.
    Care,
    /// Client work.
    ClientWork,
    /// A call from or to the client, or about the care.
    Call,
    /// A consultation.
    Consultation,
}

impl Ground {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Care, Self::ClientWork, Self::Call, Self::Consultation];

    /// As the access log keeps them.
    pub const NAMES: [&'static str; 4] = [Self::Care.name(), Self::ClientWork.name(), Self::Call.name(), Self::Consultation.name()];

    chassis_domain::numbers!(pub i32: Care = 1, ClientWork = 2, Call = 3, Consultation = 4);

    /// From the access log.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ground| ground.name() == name)
    }

    /// As the access log keeps it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Care => "care",
            Self::ClientWork => "client_work",
            Self::Call => "call",
            Self::Consultation => "consultation",
        }
    }
}
