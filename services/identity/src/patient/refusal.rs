//! Business nos of patients.

use chassis_domain::{Refusal, RefusalKind};

/// A business no of a patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such patient.
    #[error("there is no such patient")]
    NotFound,
    /// The personal identity code is a patient's already.
    #[error("there is such a patient")]
    Exists,
    /// There is no such care team, or it takes nobody in.
    #[error("the care team cannot be chosen")]
    CareTeamUnknown,
    /// There is no first name.
    #[error("the first name is missing")]
    FirstNameMissing,
    /// There is no last name.
    #[error("the last name is missing")]
    LastNameMissing,
    /// Nobody is called that long.
    #[error("the usual name is too long")]
    UsualNameTooLong,
    /// It is no e-mail address.
    #[error("the e-mail address is malformed")]
    EmailMalformed,
    /// It is no phone number in the international format.
    #[error("the phone number is malformed")]
    PhoneMalformed,
    /// There is no such service area.
    #[error("there is no such service area")]
    AreaUnknown,
}

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Exists => "patient_exists",
            Self::CareTeamUnknown => "care_team_unknown",
            Self::FirstNameMissing => "first_name_missing",
            Self::LastNameMissing => "last_name_missing",
            Self::UsualNameTooLong => "input_too_long",
            Self::EmailMalformed => "email_malformed",
            Self::PhoneMalformed => "phone_malformed",
            Self::AreaUnknown => "service_area_unknown",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::NotFound => None,
            Self::Exists => Some("ssn"),
            Self::CareTeamUnknown => Some("care_team_id"),
            Self::FirstNameMissing => Some("info.first_name"),
            Self::LastNameMissing => Some("info.last_name"),
            Self::UsualNameTooLong => Some("info.usual_name"),
            Self::EmailMalformed => Some("info.email"),
            Self::PhoneMalformed => Some("info.phone"),
            Self::AreaUnknown => Some("info.service_area_id"),
        }
    }

    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotFound => RefusalKind::Hidden,
            _ => RefusalKind::Input,
        }
    }
}
