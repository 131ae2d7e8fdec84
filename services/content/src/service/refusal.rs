//! Refusals of services.

use super::{AGES, FETCH_MINUTES};

/// A refusal of a service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such service.
    #[error("there is no such service")]
    NotFound,
    /// A name is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Written in one language, it is written in all.
    #[error("a text is written in some languages only")]
    AllOrNothing(&'static str),
    /// There is no such category.
    #[error("there is no such service category")]
    CategoryMissing,
    /// Nothing new is put into it.
    #[error("the service category is archived")]
    CategoryArchived,
    /// There is no such content, or it was never published.
    #[error("a content is not there or not in force")]
    ContentUnknown,
    /// Nothing new tells it.
    #[error("a content is archived")]
    ContentArchived,
    /// Nobody is that old.
    #[error("an age is out of range")]
    AgeOutOfRange(&'static str),
    /// Nobody would be old enough and young enough.
    #[error("the lowest age is above the highest")]
    AgeMinAboveMax,
    /// The same, said of the other end.
    #[error("the highest age is below the lowest")]
    AgeMaxBelowMin,
    /// Too often, or never in practice.
    #[error("the interval of fetching is out of range")]
    FetchIntervalOutOfRange,
    /// Another service has the name, and nobody said that this is meant.
    #[error("a service of this name exists")]
    NameExists {
        /// The names that exist.
        names: String,
    },
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::CategoryMissing => "service_category_missing", Input, field "details.service_category_id";
    Self::CategoryArchived => "service_category_archived", Input, field "details.service_category_id";
    Self::ContentUnknown => "service_content_unknown", Input, field "details.content_ids";
    Self::ContentArchived => "service_content_archived", Input, field "details.content_ids";
    Self::AgeOutOfRange(field) => "age_out_of_range", Input, field *field, params [("max", AGES.end().to_string())];
    Self::AgeMinAboveMax => "age_min_above_max", Input, field "details.age_min";
    Self::AgeMaxBelowMin => "age_max_below_min", Input, field "details.age_max";
    Self::FetchIntervalOutOfRange => "fetch_interval_out_of_range", Input, field "details.fetch_interval_minutes",
        params [("min", FETCH_MINUTES.start().to_string()), ("max", FETCH_MINUTES.end().to_string())];
    Self::NameExists { names } => "service_name_exists", State, params [("names", names.clone())];
} }
