//! The default opening hours of chat queues (CHA-02). Queues that follow it are open when it says so, from the moment on it is saved.

#[cfg(test)]
mod tests;

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Uuid, admin_events,
    stored::Reader,
};
use kajo_proto::chat_queue::{store::v1 as store, v1 as public};

use crate::hours::{Fault, OpeningHours, Rule, Window, stored};

/// The default opening hours. There is one of these.
pub type ChatSchedule = AdminRecord<Details>;

/// The id of what there is one of.
pub type ChatScheduleId = Id<ChatSchedule>;

/// Its id in every installation.
pub const THE_ONE: Uuid = Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_c4a7_0001);

/// Monday to Friday.
const WORKING_DAYS: usize = 5;

/// What is kept of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// When queues are open that follow it.
    pub hours: OpeningHours,
}

impl Details {
    /// What it says until somebody says otherwise: from eight to four on working days, shut on holidays and their eves.
    pub fn office_hours() -> Self {
        let mut hours = OpeningHours { rule: Some(Rule::Weekly), ..OpeningHours::default() };
        for day in hours.weekly.iter_mut().take(WORKING_DAYS) {
            day.push(Window::parse("08:00", "16:00"));
        }
        Self { hours }
    }
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It has not been made yet.
    #[error("the default opening hours are not kept yet")]
    NotFound,
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
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::RuleMissing => "required", Input, field "details.hours.rule";
    Self::HoursMissing(field) => "chat_hours_missing", Input, field *field;
    Self::HoursUnreadable(field) => "chat_hours_unreadable", Input, field *field;
    Self::HoursOverlap(field) => "chat_hours_overlap", Input, field *field;
    Self::ExceptionDates => "chat_exception_dates", Input, field "details.hours.exceptions";
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

/// What is wrong with hours, each at its field.
///
/// # Errors
/// All of it.
pub fn check_hours(hours: &OpeningHours) -> Result<(), Refusals<Refused>> {
    Refusals::of_broken(hours.faults().into_iter().map(|fault| (true, Refused::from(fault))))
}

impl AdminDetails for Details {
    const CATEGORY: &'static str = "chat_schedule";
    const EVENTS: AdminEvents = admin_events!("chat_schedule");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::ChatScheduleDefined;

    fn name(&self) -> &'static str {
        "chat_schedule"
    }

    fn trimmed(&self) -> Self {
        Self { hours: self.hours.trimmed() }
    }

    fn check(&self, _: Option<&Self>, _: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        check_hours(&self.hours)
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let chat_schedule_id = meta.aggregate_id.to_string();
        match event {
            AdminEvent::Defined(_) => {
                Some(PublishedFact::to_everybody("kajo.chat_queue.v1.ChatScheduleDefined", &public::ChatScheduleDefined { chat_schedule_id }))
            }
            // There is always one, in use.
            AdminEvent::Archived | AdminEvent::Restored | AdminEvent::Removed => None,
        }
    }

    fn to_stored(&self) -> store::ChatScheduleDefined {
        let Self { hours } = self;
        store::ChatScheduleDefined { hours: Some(stored::hours(hours)) }
    }

    fn from_stored(stored: store::ChatScheduleDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::ChatScheduleDefined { hours } = stored;
        Ok(Self { hours: stored::read_hours(hours.unwrap_or_default(), reader)? })
    }
}
