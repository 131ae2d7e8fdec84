//! How long something lasts, as people say it: minutes and hours are exact; days, weeks and months are those of the calendar of Finland, at the
//! same time of day. A time that the spring skips is an hour later, one that the autumn has twice is the first, and a day that a month lacks is
//! its last one.

use chassis_domain::{SignedDuration, Stretch, Timestamp};
use kajo_proto::digipath_engine::v1::{DelayUnit, PathDelay};

/// The longest that a path waits at once ..
const MOST_MONTHS: u32 = 24;
/// .. and no two years have more days.
const MOST_DAYS: u32 = 731;

/// How long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// So many, from 1.
    pub amount: u32,
    /// Of these.
    pub unit: SpanUnit,
}

/// In what it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanUnit {
    /// Exact.
    Minutes,
    /// Exact.
    Hours,
    /// By the calendar.
    Days,
    /// By the calendar.
    Weeks,
    /// By the calendar.
    Months,
}

impl SpanUnit {
    chassis_domain::numbers!(pub u32: Minutes = 1, Hours = 2, Days = 3, Weeks = 4, Months = 5);

    /// As the contract has it.
    pub const fn public(self) -> DelayUnit {
        match self {
            Self::Minutes => DelayUnit::Minutes,
            Self::Hours => DelayUnit::Hours,
            Self::Days => DelayUnit::Days,
            Self::Weeks => DelayUnit::Weeks,
            Self::Months => DelayUnit::Months,
        }
    }

    const fn one(self) -> Stretch {
        match self {
            Self::Minutes => Stretch::Exact(SignedDuration::from_mins(1)),
            Self::Hours => Stretch::Exact(SignedDuration::from_hours(1)),
            Self::Days => Stretch::Days(1),
            Self::Weeks => Stretch::Weeks(1),
            Self::Months => Stretch::Months(1),
        }
    }

    /// So many of them are as long as a path waits at once.
    const fn most(self) -> u32 {
        match self {
            Self::Minutes => MOST_DAYS * 24 * 60,
            Self::Hours => MOST_DAYS * 24,
            Self::Days => MOST_DAYS,
            Self::Weeks => MOST_DAYS / 7,
            Self::Months => MOST_MONTHS,
        }
    }
}

impl Span {
    /// From the contract; `None` while the amount or the unit is not said.
    pub fn of(delay: Option<&PathDelay>) -> Option<Self> {
        let delay = delay?;
        let unit = SpanUnit::from_number(u32::try_from(delay.unit).ok()?)?;
        (delay.amount > 0).then_some(Self { amount: delay.amount, unit })
    }

    /// As the contract has it.
    pub fn public(self) -> PathDelay {
        PathDelay { unit: self.unit.public().into(), amount: self.amount }
    }

    /// So long after this. What lies beyond the calendar is its end.
    pub fn after(self, from: Timestamp) -> Timestamp {
        self.times_after(1, from)
    }

    /// So long before this. What lies beyond the calendar is its beginning.
    pub fn before(self, until: Timestamp) -> Timestamp {
        self.counted(-1, until).unwrap_or(Timestamp::MIN)
    }

    /// So many times so long after this, counted at once: the second month after the last day of January ends on the last day of March.
    pub fn times_after(self, n: u32, from: Timestamp) -> Timestamp {
        self.counted(i64::from(n), from).unwrap_or(Timestamp::MAX)
    }

    fn counted(self, times: i64, from: Timestamp) -> Option<Timestamp> {
        let count = i64::from(self.amount).checked_mul(times)?;
        self.unit.one().times(i32::try_from(count).ok()?, from)
    }

    /// Whether it is more than a path waits at once.
    pub(super) const fn is_too_long(self) -> bool {
        self.amount > self.unit.most()
    }
}
