//! How regular hours are written, what holds on holidays, and whose hours a day has.

use kajo_proto::chat_queue::v1 as public;

/// How the regular hours are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The same every day.
    Daily,
    /// Those of the weekday.
    Weekly,
}

impl Rule {
    chassis_domain::numbers!(pub u32: Daily = 1, Weekly = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::HoursRule {
        match self {
            Self::Daily => public::HoursRule::Daily,
            Self::Weekly => public::HoursRule::Weekly,
        }
    }

    /// From the contract; `None`: not chosen yet.
    pub const fn from_public(rule: public::HoursRule) -> Option<Self> {
        match rule {
            public::HoursRule::Unspecified => None,
            public::HoursRule::Daily => Some(Self::Daily),
            public::HoursRule::Weekly => Some(Self::Weekly),
        }
    }
}

/// What holds on public holidays, or on their eves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HolidayRule {
    /// The regular hours.
    Regular,
    /// Shut all day.
    #[default]
    Closed,
    /// Hours of their own.
    Hours,
}

impl HolidayRule {
    chassis_domain::numbers!(pub u32: Regular = 1, Closed = 2, Hours = 3);

    /// As the contract has it.
    pub const fn public(self) -> public::HolidayRule {
        match self {
            Self::Regular => public::HolidayRule::Regular,
            Self::Closed => public::HolidayRule::Closed,
            Self::Hours => public::HolidayRule::Hours,
        }
    }

    /// From the contract.
    pub const fn from_public(rule: public::HolidayRule) -> Self {
        match rule {
            public::HolidayRule::Regular => Self::Regular,
            public::HolidayRule::Closed | public::HolidayRule::Unspecified => Self::Closed,
            public::HolidayRule::Hours => Self::Hours,
        }
    }
}

/// Whose hours a day has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayReason {
    /// The regular ones.
    Regular,
    /// Those of public holidays.
    Holiday,
    /// Those of the eves of holidays.
    Eve,
    /// Those of an exception.
    Exception,
}

impl DayReason {
    /// As the contract has it.
    pub const fn public(self) -> public::DayReason {
        match self {
            Self::Regular => public::DayReason::Regular,
            Self::Holiday => public::DayReason::Holiday,
            Self::Eve => public::DayReason::Eve,
            Self::Exception => public::DayReason::Exception,
        }
    }
}
