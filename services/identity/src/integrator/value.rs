//! What an integrator may do, and by what it proves itself.

use chassis_domain::Timestamp;
use kajo_proto::identity::v1 as public;

/// What an integrator may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Send laboratory results and prescriptions.
    HealthRecords,
    /// Send answers to surveys.
    SurveyResponses,
}

impl Scope {
    chassis_domain::numbers!(pub(super) u32: HealthRecords = 1, SurveyResponses = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::IntegratorScope {
        match self {
            Self::HealthRecords => public::IntegratorScope::HealthRecords,
            Self::SurveyResponses => public::IntegratorScope::SurveyResponses,
        }
    }

    /// From the contract.
    pub const fn from_public(scope: public::IntegratorScope) -> Option<Self> {
        match scope {
            public::IntegratorScope::HealthRecords => Some(Self::HealthRecords),
            public::IntegratorScope::SurveyResponses => Some(Self::SurveyResponses),
            public::IntegratorScope::Unspecified => None,
        }
    }
}

/// What is kept of a secret: nobody learns it from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secret {
    /// SHA-256 of it. It is 256 random bits, which nobody guesses, so that a plain hash is enough.
    pub digest: [u8; 32],
    /// Since when it is good.
    pub issued_at: Timestamp,
}
