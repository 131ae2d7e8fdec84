//! Days on which a survey can be answered, as the calendar and the clocks on the wall in Helsinki have them: the first begins at midnight, and the
//! last one ends at midnight, however many hours it has. Whoever sends a moment too late has a while more, which is told nowhere.

use std::ops::RangeInclusive;

use chassis_domain::{Date, SignedDuration, Time, Timestamp, clocks_reach, in_helsinki};

/// For so long after the last day answers are taken still.
const GRACE: SignedDuration = SignedDuration::from_mins(10);
/// Years that a day may lie in.
const YEARS: RangeInclusive<i16> = 1900..=2199;

/// `2027-03-28`, and nothing else that could mean a day.
pub(crate) fn parse(text: &str) -> Option<Date> {
    let day: Date = text.parse().ok()?;
    (YEARS.contains(&day.year()) && day.to_string() == text).then_some(day)
}

/// The day that it is.
pub(crate) fn today(now: Timestamp) -> Date {
    in_helsinki(now).date()
}

/// When a day begins.
pub(crate) fn begins(day: Date) -> Timestamp {
    clocks_reach(day.to_datetime(Time::midnight())).unwrap_or(Timestamp::MAX)
}

/// From when on nothing is taken any more whose last day this is.
pub(crate) fn closes(last: Date) -> Timestamp {
    let over = last.tomorrow().map_or(Timestamp::MAX, begins);
    over.checked_add(GRACE).unwrap_or(over)
}

/// Full days that are left after today; 0: today is the last.
pub(crate) fn left(last: Date, today: Date) -> u32 {
    u32::try_from(today.duration_until(last).as_hours() / 24).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        parse(text).expect("a day")
    }

    #[test]
    fn sur_02_a_day_is_written_in_one_way() {
        for good in ["1900-01-01", "2028-02-29", "2199-12-31"] {
            assert_eq!(day(good).to_string(), good);
        }
        for wrong in ["", "2026-02-29", "2026-2-03", "20260203", "2026-02-03T10:00", "1899-12-31", "2200-01-01", " 2026-02-03", "tomorrow"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sur_02_days_begin_and_end_at_midnight_in_helsinki_also_those_of_23_and_25_hours() {
        // The clocks go forward in the small hours of the first, and back in those of the last.
        assert_eq!(begins(day("2026-03-29")).to_string(), "2026-03-28T22:00:00Z");
        assert_eq!(begins(day("2026-03-30")).to_string(), "2026-03-29T21:00:00Z");
        assert_eq!(begins(day("2026-10-25")).to_string(), "2026-10-24T21:00:00Z");
        assert_eq!(closes(day("2026-10-25")).to_string(), "2026-10-25T22:10:00Z", "and ten minutes");
        assert_eq!(closes(day("2026-03-29")).to_string(), "2026-03-29T21:10:00Z");
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        assert_eq!(today(at("2026-03-28T21:59:59Z")), day("2026-03-28"));
        assert_eq!(today(at("2026-03-28T22:00:00Z")), day("2026-03-29"));
    }

    #[test]
    fn sur_03_days_left_are_those_of_the_calendar() {
        for (last, today, days) in [
            ("2026-10-25", "2026-10-25", 0),
            ("2026-10-26", "2026-10-25", 1),
            ("2026-10-25", "2026-03-29", 210),
            ("2026-03-29", "2026-03-28", 1),
            ("2026-03-28", "2026-03-29", 0),
        ] {
            assert_eq!(left(day(last), day(today)), days, "{last} on {today}");
        }
    }
}
