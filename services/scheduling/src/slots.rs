//! The times of a schedule: its civil hours, cut into pieces of one length. Hours are those of the clocks on the wall; what lies between two
//! of them is counted exactly, so that the night in spring has an hour less, and the one in autumn an hour twice (SCH-15).

use chassis_domain::{SignedDuration, Timestamp, Uuid, in_helsinki};
use jiff::{
    civil::{Date, DateTime},
    tz::{AmbiguousOffset, TimeZone},
};

use crate::schedule::Details;

/// A time of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The same whenever it is planned.
    pub id: Uuid,
    /// The day in Finland.
    pub date: Date,
    /// When it begins.
    pub starts_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
}

/// Which of the two, where the clocks show an hour twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubled {
    /// The first.
    Summer,
    /// The second.
    Winter,
}

/// The times of a schedule on these days, the last one included.
pub fn planned(schedule: Uuid, details: &Details, from: Date, through: Date) -> Vec<Slot> {
    let length = SignedDuration::from_mins(i64::from(details.slot_minutes));
    if length.is_zero() {
        return Vec::new();
    }
    let mut slots = Vec::new();
    for date in from.series(jiff::Span::new().days(1)).take_while(|date| *date <= through) {
        for hours in details.hours_on(date) {
            let (Some(mut starts_at), Some(end)) = (instant(date.to_datetime(hours.from)), instant(date.to_datetime(hours.until))) else { continue };
            while let Ok(ends_at) = starts_at.checked_add(length)
                && ends_at <= end
            {
                slots.push(Slot { id: id(schedule, starts_at, length), date, starts_at, ends_at });
                starts_at = ends_at;
            }
        }
    }
    slots
}

/// A slot's name follows from what it is, so that planning it again makes the same one.
fn id(schedule: Uuid, starts_at: Timestamp, length: SignedDuration) -> Uuid {
    Uuid::new_v5(&schedule, format!("{starts_at} {}", length.as_mins()).as_bytes())
}

fn helsinki() -> TimeZone {
    in_helsinki(Timestamp::UNIX_EPOCH).time_zone().clone()
}

/// When the clocks show this; where they leap over it, the moment at which they leap, and the first where they show it twice.
fn instant(civil: DateTime) -> Option<Timestamp> {
    let zone = helsinki();
    let ambiguous = zone.to_ambiguous_timestamp(civil);
    match ambiguous.offset() {
        AmbiguousOffset::Gap { .. } => zone.following(ambiguous.earlier().ok()?).next().map(|leap| leap.timestamp()),
        AmbiguousOffset::Fold { .. } | AmbiguousOffset::Unambiguous { .. } => ambiguous.compatible().ok(),
    }
}

/// The day and the time on the wall, for example 2027-10-31T03:30.
pub fn civil(at: Timestamp) -> String {
    in_helsinki(at).strftime("%Y-%m-%dT%H:%M").to_string()
}

/// The day on the wall.
pub fn day(at: Timestamp) -> Date {
    in_helsinki(at).date()
}

/// The first moment of a day.
pub fn beginning(date: Date) -> Option<Timestamp> {
    instant(date.to_datetime(jiff::civil::Time::midnight()))
}

/// Which of the two hours, when the clocks show this one twice.
pub fn doubled(at: Timestamp) -> Option<Doubled> {
    let then = in_helsinki(at);
    match helsinki().to_ambiguous_timestamp(then.datetime()).offset() {
        AmbiguousOffset::Fold { before, .. } if before == then.offset() => Some(Doubled::Summer),
        AmbiguousOffset::Fold { .. } => Some(Doubled::Winter),
        AmbiguousOffset::Gap { .. } | AmbiguousOffset::Unambiguous { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::civil::date;

    use super::*;
    use crate::schedule::Hours;

    const SCHEDULE: Uuid = Uuid::from_u128(7);

    /// On every weekday between these hours.
    fn daily(from: &str, until: &str, slot_minutes: u32) -> Details {
        let hours = vec![Hours::parse(from, until)];
        Details { weekly: std::array::from_fn(|_| hours.clone()), slot_minutes, valid_from: Some(date(2026, 1, 1)), ..Details::default() }
    }

    fn shown(details: &Details, on: Date) -> Vec<String> {
        let name = |slot: &Slot| match doubled(slot.starts_at) {
            None => civil(slot.starts_at)[11..].to_owned(),
            Some(which) => format!("{} {which:?}", &civil(slot.starts_at)[11..]),
        };
        planned(SCHEDULE, details, on, on).iter().map(name).collect()
    }

    #[test]
    fn sch_15_the_night_in_spring_lacks_an_hour_and_the_one_in_autumn_has_it_twice() {
        let night = daily("02:00", "05:00", 30);
        assert_eq!(shown(&night, date(2027, 3, 27)), ["02:00", "02:30", "03:00", "03:30", "04:00", "04:30"]);
        assert_eq!(shown(&night, date(2027, 3, 28)), ["02:00", "02:30", "04:00", "04:30"]);
        let autumn = ["02:00", "02:30", "03:00 Summer", "03:30 Summer", "03:00 Winter", "03:30 Winter", "04:00", "04:30"];
        assert_eq!(shown(&night, date(2027, 10, 31)), autumn);
    }

    #[test]
    fn sch_15_hours_that_begin_or_end_in_what_the_clocks_leap_over_do_so_when_they_leap() {
        assert_eq!(shown(&daily("03:30", "05:00", 30), date(2027, 3, 28)), ["04:00", "04:30"]);
        assert_eq!(shown(&daily("02:00", "03:30", 30), date(2027, 3, 28)), ["02:00", "02:30"]);
        assert!(shown(&daily("03:00", "04:00", 30), date(2027, 3, 28)).is_empty());
    }

    #[test]
    fn sch_15_every_time_of_fourteen_years_lasts_as_long_as_it_says_and_none_overlaps_another() {
        let night = daily("00:00", "23:59", 20);
        let slots = planned(SCHEDULE, &night, date(2026, 1, 1), date(2040, 12, 31));
        let ids: BTreeSet<_> = slots.iter().map(|slot| slot.id).collect();
        assert_eq!(ids.len(), slots.len());
        assert!(slots.iter().all(|slot| slot.ends_at.duration_since(slot.starts_at) == SignedDuration::from_mins(20)));
        assert!(slots.iter().zip(slots.iter().skip(1)).all(|(one, next)| one.ends_at <= next.starts_at));
        assert!(slots.iter().all(|slot| slot.date == day(slot.starts_at)));
    }

    #[test]
    fn what_does_not_fit_whole_is_no_time_and_planning_again_makes_the_same_ones() {
        let details = daily("08:00", "09:10", 30);
        assert_eq!(shown(&details, date(2027, 1, 4)), ["08:00", "08:30"]);
        let once = planned(SCHEDULE, &details, date(2027, 1, 4), date(2027, 1, 5));
        assert_eq!(once.get(2..), Some(planned(SCHEDULE, &details, date(2027, 1, 5), date(2027, 1, 5)).as_slice()));
        assert!(planned(SCHEDULE, &Details { slot_minutes: 0, ..details }, date(2027, 1, 4), date(2027, 1, 4)).is_empty());
    }
}
