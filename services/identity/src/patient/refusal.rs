//! Refusals of patients.

use crate::contact::USUAL_NAME_MAX;

/// A refusal of a patient.
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
    /// Where somebody under non-disclosure belongs is nobody's to say.
    #[error("the patient is under a non-disclosure restriction")]
    UnderNonDisclosure,
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

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Exists => "patient_exists", Input, field "ssn";
    Self::CareTeamUnknown => "care_team_unknown", Input, field "care_team_id";
    Self::UnderNonDisclosure => "patient_under_non_disclosure", State;
    Self::FirstNameMissing => "first_name_missing", Input, field "info.first_name";
    Self::LastNameMissing => "last_name_missing", Input, field "info.last_name";
    Self::UsualNameTooLong => "input_too_long", Input, field "info.usual_name", params [("max", USUAL_NAME_MAX.to_string())];
    Self::EmailMalformed => "email_malformed", Input, field "info.email";
    Self::PhoneMalformed => "phone_malformed", Input, field "info.phone";
    Self::AreaUnknown => "service_area_unknown", Input, field "info.service_area_id";
} }
