//! Civil time in Finland: days, weeks and months as the calendar and the clocks on the wall in Helsinki have them. Minutes and hours are
//! exact. Counted on, a time that the spring skips is an hour later, one that the autumn has twice is the first, and a day that a month lacks
//! is its last one.

use std::sync::LazyLock;

use jiff::{
    SignedDuration, Span, Timestamp, Zoned,
    civil::{DateTime, Time},
    tz::{AmbiguousOffset, TimeZone},
};

/// Summer and winter time in Finland, as the European Union has them.
const HELSINKI: &str = "EET-2EEST,M3.5.0/3,M10.5.0/4";

/// Read once: whoever reckons a year of days asks for it hundreds of times.
static ZONE: LazyLock<TimeZone> = LazyLock::new(|| TimeZone::posix(HELSINKI).unwrap_or(TimeZone::UTC));

/// The time zone of Finland.
pub fn helsinki() -> TimeZone {
    ZONE.clone()
}

/// The time on the walls of Finland.
pub fn in_helsinki(at: Timestamp) -> Zoned {
    at.to_zoned(helsinki())
}

/// The first moment at which the clocks show this or something later: what begins then begins here. Where they leap over it, the moment at
/// which they leap; where they show it twice, the first time.
pub fn clocks_reach(civil: DateTime) -> Option<Timestamp> {
    let zone = helsinki();
    match zone.to_ambiguous_timestamp(civil).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(civil).ok(),
        AmbiguousOffset::Gap { after, .. } => leap(&zone, after.to_timestamp(civil).ok()?),
        AmbiguousOffset::Fold { before, .. } => before.to_timestamp(civil).ok(),
    }
}

/// The first moment from which on the clocks show nothing before this any more: what lasts until then ends here. Where they leap over it,
/// the moment at which they leap; where they show it twice, the second time. Only what they are set back to itself is passed when it is
/// reached: nothing before it comes twice.
pub fn clocks_pass(civil: DateTime) -> Option<Timestamp> {
    let zone = helsinki();
    match zone.to_ambiguous_timestamp(civil).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(civil).ok(),
        AmbiguousOffset::Gap { after, .. } => leap(&zone, after.to_timestamp(civil).ok()?),
        AmbiguousOffset::Fold { before, after } => {
            let (first, second) = (before.to_timestamp(civil).ok()?, after.to_timestamp(civil).ok()?);
            let just_before = second.checked_sub(SignedDuration::from_nanos(1)).ok()?;
            Some(if zone.to_offset(just_before) == before { first } else { second })
        }
    }
}

/// The next moment at which the clocks are changed.
fn leap(zone: &TimeZone, after: Timestamp) -> Option<Timestamp> {
    zone.following(after).next().map(|change| change.timestamp())
}

/// How long, as people say it. Below zero: before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// Minutes and hours, exact.
    Exact(SignedDuration),
    /// Days of the calendar.
    Days(i32),
    /// Weeks of the calendar.
    Weeks(i32),
    /// Months of the calendar.
    Months(i32),
}

impl Stretch {
    /// That much after `from`; `None` beyond the calendar.
    pub fn after(self, from: Timestamp) -> Option<Timestamp> {
        self.times(1, from)
    }

    /// So many times that much after `from`: the fourth month is not the third one's last day a month later.
    pub fn times(self, times: i32, from: Timestamp) -> Option<Timestamp> {
        let days = |each: i32, length: i32| Span::new().try_days(each.checked_mul(length)?.checked_mul(times)?).ok();
        let span: Span = match self {
            Self::Exact(each) => return from.checked_add(each.checked_mul(times)?).ok(),
            Self::Days(each) => days(each, 1)?,
            Self::Weeks(each) => days(each, 7)?,
            Self::Months(each) => Span::new().try_months(each.checked_mul(times)?).ok()?,
        };
        in_helsinki(from).checked_add(span).ok().map(|then| then.timestamp())
    }

    /// About how long it is.
    fn rough_seconds(self) -> i64 {
        const DAY: i64 = 24 * 3600;
        match self {
            Self::Exact(each) => each.as_secs(),
            Self::Days(each) => i64::from(each) * DAY,
            Self::Weeks(each) => i64::from(each) * 7 * DAY,
            Self::Months(each) => i64::from(each) * 31 * DAY,
        }
    }
}

/// Something that comes again and again, counted from its first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    first: Timestamp,
    each: Stretch,
}

impl Repeated {
    /// At `first`, and then after each stretch; one that does not go forward comes once.
    pub const fn new(first: Timestamp, each: Stretch) -> Self {
        Self { first, each }
    }

    /// Every day at this time on the wall.
    pub fn daily(at: Time) -> Self {
        // Any day on which no clock is changed.
        let first = DateTime::from_parts(jiff::civil::Date::constant(2026, 1, 1), at);
        let first = helsinki().to_timestamp(first).unwrap_or(Timestamp::UNIX_EPOCH);
        Self { first, each: Stretch::Days(1) }
    }

    /// The next time after `now`.
    pub fn next_after(&self, now: Timestamp) -> Option<Timestamp> {
        if now < self.first {
            return Some(self.first);
        }
        let length = self.each.rough_seconds();
        if length <= 0 {
            return None;
        }
        // No month is longer than what is reckoned with, and no day shorter by more than an hour: two back is early enough.
        let passed = now.duration_since(self.first).as_secs() / length;
        let mut times = i32::try_from(passed).ok()?.saturating_sub(2).max(0);
        loop {
            let next = self.each.times(times, self.first)?;
            if next > now {
                return Some(next);
            }
            times = times.checked_add(1)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        let civil: DateTime = text.parse().unwrap();
        helsinki().to_timestamp(civil).unwrap()
    }

    /// In UTC: when the clocks reach this, and when they pass it.
    fn moments(civil: &str) -> [String; 2] {
        let civil = civil.parse().unwrap();
        [clocks_reach(civil), clocks_pass(civil)].map(|at| at.unwrap().to_string())
    }

    #[test]
    fn what_the_clocks_leap_over_is_reached_and_passed_when_they_leap() {
        for skipped in ["2026-03-29T03:00", "2026-03-29T03:30", "2026-03-29T03:59", "2026-03-29T04:00"] {
            assert_eq!(moments(skipped), ["2026-03-29T01:00:00Z"; 2], "{skipped}");
        }
        assert_eq!(moments("2026-03-29T02:59"), ["2026-03-29T00:59:00Z"; 2]);
    }

    #[test]
    fn what_the_clocks_show_twice_is_reached_the_first_time_and_passed_the_second() {
        assert_eq!(moments("2026-10-25T03:30"), ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]);
        assert_eq!(moments("2026-10-25T03:59"), ["2026-10-25T00:59:00Z", "2026-10-25T01:59:00Z"]);
        assert_eq!(moments("2026-10-25T03:00"), ["2026-10-25T00:00:00Z"; 2], "nothing before three comes twice");
        assert_eq!(moments("2026-10-25T04:00"), ["2026-10-25T02:00:00Z"; 2]);
    }

    #[test]
    fn a_day_is_one_of_the_calendar_and_an_hour_is_exact() {
        let from = at("2026-03-28T10:00");
        assert_eq!(Stretch::Days(1).after(from), Some("2026-03-29T07:00:00Z".parse().unwrap()));
        assert_eq!(Stretch::Exact(SignedDuration::from_hours(24)).after(from), Some("2026-03-29T08:00:00Z".parse().unwrap()));
    }

    #[test]
    fn a_time_that_is_skipped_is_later_and_one_that_comes_twice_is_the_first() {
        assert_eq!(Stretch::Days(1).after(at("2026-03-28T03:30")), Some("2026-03-29T01:30:00Z".parse().unwrap()));
        assert_eq!(Stretch::Days(1).after(at("2026-10-24T03:30")), Some("2026-10-25T00:30:00Z".parse().unwrap()));
    }

    #[test]
    fn months_are_counted_from_the_first_time() {
        let (first, month) = (at("2026-01-31T09:00"), Stretch::Months(1));
        assert_eq!(month.times(1, first), Some(at("2026-02-28T09:00")));
        assert_eq!(month.times(2, first), Some("2026-03-31T06:00:00Z".parse().unwrap()));
        let monthly = Repeated::new(first, month);
        assert_eq!(monthly.next_after(at("2026-02-28T09:00")), Some(at("2026-03-31T09:00")));
        assert_eq!(monthly.next_after(at("2031-04-30T08:59")), Some(at("2031-04-30T09:00")));
    }

    #[test]
    fn before_is_counted_like_after() {
        assert_eq!(Stretch::Days(-3).after(at("2026-03-30T09:00")), Some("2026-03-27T07:00:00Z".parse().unwrap()));
        assert_eq!(Stretch::Exact(SignedDuration::from_hours(-12)).after(at("2026-03-29T09:00")), Some("2026-03-28T18:00:00Z".parse().unwrap()));
    }

    #[test]
    fn what_is_daily_comes_each_day_also_when_the_clocks_change() {
        let nightly = Repeated::daily(jiff::civil::time(3, 30, 0, 0));
        let mut now = at("2026-03-27T12:00");
        let mut seen = Vec::new();
        for _ in 0..3 {
            now = nightly.next_after(now).unwrap();
            seen.push(in_helsinki(now).datetime().to_string());
        }
        assert_eq!(seen, ["2026-03-28T03:30:00", "2026-03-29T04:30:00", "2026-03-30T03:30:00"]);
        assert_eq!(nightly.next_after(at("2025-01-01T00:00")), Some(at("2026-01-01T03:30")), "never before its first time");
        assert_eq!(Repeated::new(now, Stretch::Days(0)).next_after(now), None);
    }
}
