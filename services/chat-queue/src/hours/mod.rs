//! When a queue is open, on the clocks of Finland: regular hours, before them what holds on holidays and their eves, and before these
//! exceptions (CHA-02). Hours of one day may reach into the next, as far as that one has no rule of its own.

mod evaluate;
mod faults;
#[cfg(test)]
mod laws;
mod rule;
mod standing;
pub(crate) mod stored;
#[cfg(test)]
mod tests;
mod window;

pub use evaluate::{Evaluation, evaluate};
pub use faults::Fault;
pub use rule::{DayReason, HolidayRule, Rule};
pub use standing::{ClosedUntil, Standing, State, standing};
pub use window::Window;

use chassis_domain::{Date, is_holiday_eve, is_public_holiday};

/// Days with hours of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The first day; of one that is repeated, the year does not count. [`Date::MIN`]: what was written is no day.
    pub from: Date,
    /// The last day, that day included.
    pub until: Date,
    /// Every year.
    pub yearly: bool,
    /// None: shut.
    pub windows: Vec<Window>,
}

impl Exception {
    /// Whether this day is one of them. Repeated, days go over New Year when the last is earlier in the year than the first, and
    /// 29 February is a day of leap years.
    fn holds_on(&self, date: Date) -> bool {
        if [self.from, self.until].contains(&Date::MIN) {
            return false;
        }
        if !self.yearly {
            return (self.from..=self.until).contains(&date);
        }
        let [from, until, day] = [self.from, self.until, date].map(|date| (date.month(), date.day()));
        if from <= until { (from..=until).contains(&day) } else { day >= from || day <= until }
    }
}

/// When a queue is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningHours {
    /// How the regular hours are written; always there once they have been checked.
    pub rule: Option<Rule>,
    /// Those of each day, with [`Rule::Daily`].
    pub daily: Vec<Window>,
    /// Those of each weekday, Monday first, with [`Rule::Weekly`].
    pub weekly: [Vec<Window>; 7],
    /// What holds on public holidays.
    pub holidays: HolidayRule,
    /// With [`HolidayRule::Hours`].
    pub holiday_windows: Vec<Window>,
    /// What holds on Midsummer Eve and Christmas Eve.
    pub eves: HolidayRule,
    /// With [`HolidayRule::Hours`].
    pub eve_windows: Vec<Window>,
    /// Days with hours of their own. One that is not repeated goes before one that is; of two of the same sort the later in the list.
    pub exceptions: Vec<Exception>,
}

/// Where the hours of a day come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Regular,
    Holiday,
    Eve,
    /// The exception at this place of the list.
    Exception(usize),
}

impl Source {
    /// Whether nothing of a day before that has its hours from `before` reaches into a day that has them from here. Nights within one exception,
    /// or from one holiday to the next, go on.
    fn cuts(self, before: Self) -> bool {
        self != Self::Regular && self != before
    }

    const fn reason(self) -> DayReason {
        match self {
            Self::Regular => DayReason::Regular,
            Self::Holiday => DayReason::Holiday,
            Self::Eve => DayReason::Eve,
            Self::Exception(_) => DayReason::Exception,
        }
    }
}

/// The hours of a day of the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    /// The day.
    pub date: Date,
    /// In their order; none: shut.
    pub windows: Vec<Window>,
    /// Whose hours they are.
    pub reason: DayReason,
}

impl OpeningHours {
    /// With the windows of each list in their order. Exceptions stay in theirs: it counts.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let mut trimmed = self.clone();
        let Self { daily, weekly, holiday_windows, eve_windows, exceptions, .. } = &mut trimmed;
        let of_exceptions = exceptions.iter_mut().map(|each| &mut each.windows);
        for windows in [daily, holiday_windows, eve_windows].into_iter().chain(weekly).chain(of_exceptions) {
            windows.sort_unstable();
        }
        trimmed
    }

    /// The hours of a day, as they hold: what reaches over midnight ends there when the next day has a rule of its own, and not the same.
    pub fn day(&self, date: Date) -> Day {
        let (source, windows) = self.rule_of(date);
        let mut windows = in_order(windows);
        let reaches_over = windows.iter().any(|window| window.into_next_day() > 0);
        if reaches_over && date.tomorrow().is_ok_and(|next| self.rule_of(next).0.cuts(source)) {
            windows = windows.into_iter().map(Window::until_midnight).collect();
        }
        Day { date, windows, reason: source.reason() }
    }

    /// The regular hours of each weekday in their order, Monday first.
    pub fn regular(&self) -> [Vec<Window>; 7] {
        match self.rule {
            None => <[Vec<Window>; 7]>::default(),
            Some(Rule::Daily) => std::array::from_fn(|_| in_order(&self.daily)),
            Some(Rule::Weekly) => self.weekly.each_ref().map(|windows| in_order(windows)),
        }
    }

    /// Of so many days from this one on those that are unlike their weekday, as they hold: with other hours, or cut by the next day.
    pub fn special_days(&self, first: Date, days: i32) -> Vec<Day> {
        self.days(first, days).filter(|day| day.windows != in_order(self.regular_on(day.date))).collect()
    }

    /// So many days from this one on.
    fn days(&self, first: Date, days: i32) -> impl Iterator<Item = Day> {
        let dates = std::iter::successors(Some(first), |date| date.tomorrow().ok());
        dates.take(usize::try_from(days).unwrap_or(0)).map(|date| self.day(date))
    }

    /// Whose hours a day has, and which these are. Holidays and eves on which the regular hours hold are days like any other.
    fn rule_of(&self, date: Date) -> (Source, &[Window]) {
        let exceptions = self.exceptions.iter().enumerate().rev().filter(|(_, each)| each.holds_on(date));
        if let Some((index, exception)) = exceptions.min_by_key(|(_, each)| each.yearly) {
            return (Source::Exception(index), exception.windows.as_slice());
        }
        let (source, rule, windows) = if is_public_holiday(date) {
            (Source::Holiday, self.holidays, self.holiday_windows.as_slice())
        } else if is_holiday_eve(date) {
            (Source::Eve, self.eves, self.eve_windows.as_slice())
        } else {
            return (Source::Regular, self.regular_on(date));
        };
        match rule {
            HolidayRule::Regular => (Source::Regular, self.regular_on(date)),
            HolidayRule::Closed => (source, &[]),
            HolidayRule::Hours => (source, windows),
        }
    }

    fn regular_on(&self, date: Date) -> &[Window] {
        let weekday = usize::from(date.weekday().to_monday_zero_offset().unsigned_abs());
        match self.rule {
            None => &[],
            Some(Rule::Daily) => &self.daily,
            Some(Rule::Weekly) => self.weekly.get(weekday).map(Vec::as_slice).unwrap_or_default(),
        }
    }
}

/// Those that are times, in their order.
fn in_order(windows: &[Window]) -> Vec<Window> {
    let mut windows: Vec<Window> = windows.iter().copied().filter(|window| window.is_readable()).collect();
    windows.sort_unstable();
    windows
}
