//! Refusals of content integrations.

use super::INTERVAL_HOURS;

/// A refusal of a content integration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such integration.
    #[error("there is no such content integration")]
    NotFound,
    /// Nobody has said what is filled.
    #[error("a field is required")]
    Required(&'static str),
    /// What is to be filled is not there.
    #[error("there is no such target")]
    TargetMissing(&'static str),
    /// Another integration fills it.
    #[error("the target has an integration")]
    TargetTaken(&'static str),
    /// It is no id of the register.
    #[error("the id at the source is no GUID")]
    SourceIdMalformed,
    /// Too often, or never in practice.
    #[error("the interval is out of range")]
    IntervalOutOfRange,
    /// Nothing is fetched for one that rests.
    #[error("the content integration is archived")]
    Archived,
    /// The address of the register is not told.
    #[error("the register of services has no address")]
    RegisterNotSet,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Required(field) => "required", Input, field *field;
    Self::TargetMissing(field) => "integration_target_missing", Input, field *field;
    Self::TargetTaken(field) => "integration_target_taken", Input, field *field;
    Self::SourceIdMalformed => "source_id_malformed", Input, field "details.source_id";
    Self::IntervalOutOfRange => "integration_interval_out_of_range", Input, field "details.interval_hours",
        params [("min", INTERVAL_HOURS.start().to_string()), ("max", INTERVAL_HOURS.end().to_string())];
    Self::Archived => "content_integration_archived", State;
    Self::RegisterNotSet => "service_register_not_set", State;
} }
