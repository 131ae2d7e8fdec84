//! The legitimate right on which a professional views a patient (spec section 6, Patient viewing; Act 703/2023).

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

    /// Number in the store, in read models and in the contract.
    pub const fn number(self) -> i32 {
        match self {
            Self::Care => 1,
            Self::ClientWork => 2,
            Self::Call => 3,
            Self::Consultation => 4,
        }
    }

    /// From its number.
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Care),
            2 => Some(Self::ClientWork),
            3 => Some(Self::Call),
            4 => Some(Self::Consultation),
            _ => None,
        }
    }

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
