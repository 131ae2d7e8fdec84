//! Refusals of categories and queues.

use super::tail;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such category or queue.
    #[error("there is no such category")]
    NotFound,
    /// An archived category takes no new queues.
    #[error("the category is archived")]
    CategoryArchived,
    /// A name is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Written in one language, it is written in all.
    #[error("a text is written in some languages only")]
    AllOrNothing(&'static str),
    /// Nobody said what it is about.
    #[error("the matter is missing")]
    MatterMissing,
    /// Nobody could choose it.
    #[error("no service area is chosen")]
    ServiceAreaMissing,
    /// The county has no such area.
    #[error("there is no such service area")]
    ServiceAreaUnknown,
    /// What it takes in is not said.
    #[error("the kind is missing")]
    KindMissing,
    /// What stands in it came by its kind.
    #[error("the kind of a queue stays")]
    KindFixed,
    /// Residents write messages.
    #[error("subcategories of the inbox take messages")]
    KindNotInInbox,
    /// This kind needs a service, or there is none that is called so.
    #[error("the service is missing")]
    ServiceMissing,
    /// Nothing new is linked to it.
    #[error("the service is archived")]
    ServiceArchived,
    /// This kind needs a survey.
    #[error("the survey is missing")]
    SurveyMissing,
    /// This kind needs the tail of an address.
    #[error("the tail of the address is missing")]
    TailMissing,
    /// The tail has characters that no address needs.
    #[error("the tail has special characters")]
    TailSpecialCharacters {
        /// What comes nearest.
        proposal: String,
    },
    /// The tail is too short or too long.
    #[error("the tail is too short or too long")]
    TailLength,
    /// Another form has it, or had it.
    #[error("the tail is another form's")]
    TailTaken,
    /// This kind needs content.
    #[error("the content is missing")]
    ContentMissing,
    /// There is no such content, or it was never published.
    #[error("the content is not there or not in force")]
    ContentUnknown,
    /// Nothing new is linked to it.
    #[error("the content is archived")]
    ContentArchived,
    /// This kind needs a due time.
    #[error("the due time is missing")]
    DueMissing,
    /// The due time is none.
    #[error("the due time is out of range")]
    DueOutOfRange {
        /// Least.
        min: u32,
        /// Most.
        max: u32,
    },
    /// A queue without a role would be nobody's.
    #[error("no role is chosen")]
    RolesMissing,
    /// A queue without a location would be nobody's.
    #[error("no location is chosen")]
    LocationsMissing,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::CategoryArchived => "category_archived", State;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::MatterMissing => "matter_missing", Input, field "details.matter";
    Self::ServiceAreaMissing => "service_area_missing", Input, field "details.service_area_ids";
    Self::ServiceAreaUnknown => "service_area_unknown", Input, field "details.service_area_ids";
    Self::KindMissing => "queue_kind_missing", Input, field "details.kind";
    Self::KindFixed => "kind_fixed", Input, field "details.kind";
    Self::KindNotInInbox => "kind_not_in_inbox", Input, field "details.kind";
    Self::ServiceMissing => "service_missing", Input, field "details.service_id";
    Self::ServiceArchived => "service_archived", Input, field "details.service_id";
    Self::SurveyMissing => "survey_missing", Input, field "details.survey_id";
    Self::TailMissing => "url_missing", Input, field "details.url_tail";
    Self::TailSpecialCharacters { proposal } => "url_special_characters", Input, field "details.url_tail", params [("proposal", proposal.clone())];
    Self::TailLength => "url_length", Input, field "details.url_tail",
        params [("min", tail::LENGTH.start().to_string()), ("max", tail::LENGTH.end().to_string())];
    Self::TailTaken => "url_taken", Input, field "details.url_tail";
    Self::ContentMissing => "content_missing", Input, field "details.content_id";
    Self::ContentUnknown => "service_content_unknown", Input, field "details.content_id";
    Self::ContentArchived => "service_content_archived", Input, field "details.content_id";
    Self::DueMissing => "due_missing", Input, field "details.due";
    Self::DueOutOfRange { min, max } => "due_out_of_range", Input, field "details.due",
        params [("min", min.to_string()), ("max", max.to_string())];
    Self::RolesMissing => "queue_roles_missing", Input, field "details.role_ids";
    Self::LocationsMissing => "queue_locations_missing", Input, field "details.location_ids";
} }
