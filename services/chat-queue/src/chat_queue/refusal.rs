//! Refusals of chat queues.

use chassis_domain::Uses;

use crate::hours::Fault;

/// A refusal of a chat queue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such queue.
    #[error("there is no such chat queue")]
    NotFound,
    /// A name is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Written in one language, it is written in all.
    #[error("a text is written in some languages only")]
    AllOrNothing(&'static str),
    /// Another one has it in the same language.
    #[error("the name is taken")]
    NameTaken(&'static str),
    /// There is no such service.
    #[error("the service is missing")]
    ServiceMissing,
    /// Nothing new refers to the service.
    #[error("the service is archived")]
    ServiceArchived,
    /// Nobody said what it is about.
    #[error("the matter is missing")]
    MatterMissing,
    /// Nobody would work through it.
    #[error("locations are missing")]
    LocationsMissing,
    /// Nobody would work through it.
    #[error("roles are missing")]
    RolesMissing,
    /// Symptoms are to be assessed, and nobody said with which survey.
    #[error("the survey is missing with which symptoms are assessed")]
    AssessmentMissing,
    /// Nobody said how the regular hours are written.
    #[error("the rule of the hours is missing")]
    RuleMissing,
    /// There are no hours where some are asked for.
    #[error("hours are missing")]
    HoursMissing(&'static str),
    /// They are no times.
    #[error("hours cannot be read")]
    HoursUnreadable(&'static str),
    /// Two windows overlap.
    #[error("hours overlap")]
    HoursOverlap(&'static str),
    /// Days of an exception are none, or end before they begin.
    #[error("the days of an exception are wrong")]
    ExceptionDates,
    /// People are not sent to this address.
    #[error("the address of the chat provider is not allowed")]
    UrlNotAllowed {
        /// Where they may be sent.
        hosts: String,
    },
    /// Somebody waits or chats in it.
    #[error("somebody waits or chats in the queue")]
    InUse(Uses),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::NameTaken(field) => "chat_queue_name_taken", Input, field *field;
    Self::ServiceMissing => "service_missing", Input, field "details.service_id";
    Self::ServiceArchived => "service_archived", Input, field "details.service_id";
    Self::MatterMissing => "matter_missing", Input, field "details.matter";
    Self::LocationsMissing => "required", Input, field "details.location_ids";
    Self::RolesMissing => "required", Input, field "details.role_ids";
    Self::AssessmentMissing => "assessment_missing", Input, field "details.assessment_survey_id";
    Self::RuleMissing => "required", Input, field "details.hours.rule";
    Self::HoursMissing(field) => "chat_hours_missing", Input, field *field;
    Self::HoursUnreadable(field) => "chat_hours_unreadable", Input, field *field;
    Self::HoursOverlap(field) => "chat_hours_overlap", Input, field *field;
    Self::ExceptionDates => "chat_exception_dates", Input, field "details.hours.exceptions";
    Self::UrlNotAllowed { hosts } => "chat_url_invalid", Input, field "details.external_url", params [("hosts", hosts.clone())];
    Self::InUse(uses) => "chat_queue_in_use", State, uses uses;
} }

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::RuleMissing => Self::RuleMissing,
            Fault::Missing(field) => Self::HoursMissing(field),
            Fault::Unreadable(field) => Self::HoursUnreadable(field),
            Fault::Overlap(field) => Self::HoursOverlap(field),
            Fault::Dates => Self::ExceptionDates,
        }
    }
}
