//! Refusals of schedules.

use chassis_domain::Uses;

use super::SLOT_MINUTES;

/// A refusal of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such schedule.
    #[error("there is no such schedule")]
    NotFound,
    /// It is called nothing.
    #[error("the name is missing")]
    NameMissing,
    /// Nobody said where.
    #[error("the location is missing")]
    LocationMissing,
    /// Nothing can be booked.
    #[error("services are missing")]
    ServicesMissing,
    /// Nobody said how people meet.
    #[error("the type of appointments is missing")]
    TypeMissing,
    /// Too short, or too long.
    #[error("the length of a time is out of range")]
    SlotOutOfRange,
    /// Neither a week nor a day has any.
    #[error("hours are missing")]
    HoursMissing,
    /// They are no times, overlap, or hold no time of that length.
    #[error("hours overlap or hold no time")]
    HoursUnsound(&'static str),
    /// Nobody said from when on.
    #[error("the first day is missing")]
    DateMissing,
    /// The last day is before the first.
    #[error("the last day is before the first")]
    EndsBeforeItBegins,
    /// Searches show its times.
    #[error("searches show the times of the schedule")]
    InUse(Uses),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::NameMissing => "required", Input, field "details.name";
    Self::LocationMissing => "required", Input, field "details.location_id";
    Self::ServicesMissing => "required", Input, field "details.service_ids";
    Self::TypeMissing => "required", Input, field "details.appointment_type";
    Self::SlotOutOfRange => "slot_minutes_out_of_range", Input, field "details.slot_minutes",
        params [("min", SLOT_MINUTES.start().to_string()), ("max", SLOT_MINUTES.end().to_string())];
    Self::HoursMissing => "schedule_hours_missing", Input, field "details.weekly.monday";
    Self::HoursUnsound(field) => "schedule_hours_unsound", Input, field *field;
    Self::DateMissing => "required", Input, field "details.valid_from";
    Self::EndsBeforeItBegins => "schedule_ends_before_it_begins", Input, field "details.valid_until";
    Self::InUse(uses) => "schedule_in_use", State, uses uses;
} }
