//! A schedule of the own calendar: when a professional or a room can be booked, where, for what and for how long at a time.
//!
//! Hours are those of the clocks on the wall, so that eight is eight in summer and winter. What is booked stays, whatever becomes of the
//! schedule; one whose times searches show is not removed.

mod hours;
mod refusal;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, Date, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Uses, Uuid, admin_events,
    stored::Reader,
};
pub use hours::Hours;
use hours::are_sound;
use kajo_proto::scheduling::{store::v1 as store, v1 as public};
pub use refusal::Refused;

use crate::kind::AppointmentType;

/// A schedule.
pub type Schedule = AdminRecord<Details>;

/// The id of a schedule.
pub type ScheduleId = Id<Schedule>;

/// Among the uses of a schedule: searches that show its times.
pub const BY_SEARCHES: &str = "searches";

/// How long a time may be, in minutes.
const SLOT_MINUTES: std::ops::RangeInclusive<u32> = 5..=480;

/// The fields of the hours of a week, Monday first.
const WEEKDAYS: [&str; 7] = [
    "details.weekly.monday",
    "details.weekly.tuesday",
    "details.weekly.wednesday",
    "details.weekly.thursday",
    "details.weekly.friday",
    "details.weekly.saturday",
    "details.weekly.sunday",
];

/// What is kept of a schedule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// What professionals find it by.
    pub name: String,
    /// Whose times these are; `None`: those of a room.
    pub practitioner: Option<Uuid>,
    /// Where.
    pub location: Option<Uuid>,
    /// What can be booked.
    pub services: BTreeSet<Uuid>,
    /// How people meet.
    pub appointment_type: Option<AppointmentType>,
    /// The hours of each weekday in their order, Monday first.
    pub weekly: [Vec<Hours>; 7],
    /// How long each time is.
    pub slot_minutes: u32,
    /// The first day; always there once it has been checked.
    pub valid_from: Option<Date>,
    /// The last day; `None`: no end.
    pub valid_until: Option<Date>,
    /// Days with hours of their own; none: closed.
    pub exceptions: BTreeMap<Date, Vec<Hours>>,
}

impl Details {
    /// The hours of a day: its own where it is unlike its weekday, none when the schedule does not hold on it.
    pub fn hours_on(&self, date: Date) -> &[Hours] {
        let holds = self.valid_from.is_some_and(|first| first <= date) && self.valid_until.is_none_or(|last| date <= last);
        if !holds {
            return &[];
        }
        let weekday = usize::from(date.weekday().to_monday_zero_offset().unsigned_abs());
        self.exceptions.get(&date).or_else(|| self.weekly.get(weekday)).map(Vec::as_slice).unwrap_or_default()
    }
}

impl AdminDetails for Details {
    const CATEGORY: &'static str = "schedule";
    const EVENTS: AdminEvents = admin_events!("schedule");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::ScheduleDefined;

    fn name(&self) -> &str {
        &self.name
    }

    fn trimmed(&self) -> Self {
        let sorted = |hours: &Vec<Hours>| {
            let mut hours = hours.clone();
            hours.sort();
            hours
        };
        Self {
            name: self.name.trim().to_owned(),
            weekly: self.weekly.each_ref().map(sorted),
            exceptions: self.exceptions.iter().map(|(date, hours)| (*date, sorted(hours))).collect(),
            ..self.clone()
        }
    }

    fn check(&self, _: Option<&Self>, _: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        let has_slot = SLOT_MINUTES.contains(&self.slot_minutes);
        // A length that is wrong is told once, and not of every hour.
        let minutes = if has_slot { self.slot_minutes } else { *SLOT_MINUTES.start() };
        let week = self.weekly.iter().zip(WEEKDAYS).map(|(hours, field)| (!are_sound(hours, minutes), Refused::HoursUnsound(field)));
        let is_empty = self.weekly.iter().chain(self.exceptions.values()).all(Vec::is_empty);
        Refusals::of_broken(
            [
                (self.name.is_empty(), Refused::NameMissing),
                (self.location.is_none(), Refused::LocationMissing),
                (self.services.is_empty(), Refused::ServicesMissing),
                (self.appointment_type.is_none(), Refused::TypeMissing),
                (!has_slot, Refused::SlotOutOfRange),
                (is_empty, Refused::HoursMissing),
            ]
            .into_iter()
            .chain(week)
            .chain([
                (self.valid_from.is_none(), Refused::DateMissing),
                (self.valid_from.zip(self.valid_until).is_some_and(|(from, until)| until < from), Refused::EndsBeforeItBegins),
                (self.exceptions.values().any(|hours| !are_sound(hours, minutes)), Refused::HoursUnsound("details.exceptions")),
            ]),
        )
    }

    fn in_use(uses: &Uses) -> Option<Refused> {
        Some(Refused::InUse(uses.clone()))
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let schedule_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => PublishedFact::to_everybody("kajo.scheduling.v1.ScheduleDefined", &public::ScheduleDefined { schedule_id }),
            AdminEvent::Archived => PublishedFact::to_everybody("kajo.scheduling.v1.ScheduleArchived", &public::ScheduleArchived { schedule_id }),
            AdminEvent::Restored => PublishedFact::to_everybody("kajo.scheduling.v1.ScheduleRestored", &public::ScheduleRestored { schedule_id }),
            AdminEvent::Removed => PublishedFact::to_everybody("kajo.scheduling.v1.ScheduleRemoved", &public::ScheduleRemoved { schedule_id }),
        })
    }

    fn to_stored(&self) -> store::ScheduleDefined {
        let Self { name, practitioner, location, services, appointment_type, weekly, slot_minutes, valid_from, valid_until, exceptions } =
            self.clone();
        let date = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
        let days = weekly.iter().zip(1..).flat_map(|(hours, weekday)| {
            hours.iter().map(move |each| store::WeeklyHours { weekday, hours: Some(stored_hours(*each)) }).collect::<Vec<_>>()
        });
        let exceptional = exceptions
            .iter()
            .map(|(date, hours)| store::ExceptionalDay { date: date.to_string(), hours: hours.iter().copied().map(stored_hours).collect() });
        store::ScheduleDefined {
            name,
            practitioner_id: practitioner.map(|id| id.to_string()).unwrap_or_default(),
            location_id: location.map(|id| id.to_string()).unwrap_or_default(),
            service_ids: services.iter().map(ToString::to_string).collect(),
            appointment_type: appointment_type.map_or(0, AppointmentType::number),
            weekly: days.collect(),
            slot_minutes,
            valid_from: date(valid_from),
            valid_until: date(valid_until),
            exceptions: exceptional.collect(),
        }
    }

    fn from_stored(stored: store::ScheduleDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::ScheduleDefined {
            name,
            practitioner_id,
            location_id,
            service_ids,
            appointment_type,
            weekly: days,
            slot_minutes,
            valid_from,
            valid_until,
            exceptions,
        } = stored;
        let hours = |stored: store::Hours| reader.known(Hours::from_minutes(stored.from, stored.until));
        let date = |text: &str| reader.known(text.parse::<Date>().ok());
        let mut weekly: [Vec<Hours>; 7] = Default::default();
        for day in days {
            let of_day = weekly.get_mut((day.weekday as usize).wrapping_sub(1));
            reader.known(of_day)?.push(hours(day.hours.unwrap_or_default())?);
        }
        let mut exceptional = BTreeMap::new();
        for day in exceptions {
            exceptional.insert(date(&day.date)?, day.hours.into_iter().map(hours).collect::<Result<_, _>>()?);
        }
        Ok(Self {
            name,
            practitioner: Uuid::try_parse(&practitioner_id).ok(),
            location: Uuid::try_parse(&location_id).ok(),
            services: service_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect(),
            appointment_type: AppointmentType::from_number(appointment_type),
            weekly,
            slot_minutes,
            valid_from: date(&valid_from).map(Some)?,
            valid_until: if valid_until.is_empty() { None } else { Some(date(&valid_until)?) },
            exceptions: exceptional,
        })
    }
}

fn stored_hours(hours: Hours) -> store::Hours {
    let [from, until] = hours.minutes();
    store::Hours { from, until }
}
