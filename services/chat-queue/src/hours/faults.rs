//! What is wrong with hours that somebody wants to save.

use chassis_domain::Date;

use super::{Exception, HolidayRule, OpeningHours, Rule, Window};

/// The field of the same hours every day.
const DAILY: &str = "details.hours.daily";
/// Where a week without any hours is told.
const MONDAY: &str = "details.hours.weekly.monday";
/// The fields of the hours of a week, Monday first.
const WEEKDAYS: [&str; 7] = [
    MONDAY,
    "details.hours.weekly.tuesday",
    "details.hours.weekly.wednesday",
    "details.hours.weekly.thursday",
    "details.hours.weekly.friday",
    "details.hours.weekly.saturday",
    "details.hours.weekly.sunday",
];
const HOLIDAYS: &str = "details.hours.holiday_windows";
const EVES: &str = "details.hours.eve_windows";
const EXCEPTIONS: &str = "details.hours.exceptions";
const DAYS_OF_A_YEAR: i32 = 365;

/// What is wrong, and at which field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody has said how the regular hours are written.
    RuleMissing,
    /// What was chosen needs hours, and there are none.
    Missing(&'static str),
    /// Something is no time.
    Unreadable(&'static str),
    /// Two windows are open at the same time.
    Overlap(&'static str),
    /// An exception lacks a day, or ends before it begins.
    Dates,
}

impl OpeningHours {
    /// What is wrong, in the order of the form. Lists that what was chosen does not use are not looked at.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.regular_faults();
        faults.extend(own_fault(self.holidays, HOLIDAYS, &self.holiday_windows));
        faults.extend(own_fault(self.eves, EVES, &self.eve_windows));
        faults.extend(self.exception_faults());
        faults
    }

    fn regular_faults(&self) -> Vec<Fault> {
        match self.rule {
            None => vec![Fault::RuleMissing],
            Some(Rule::Daily) if self.daily.is_empty() => vec![Fault::Missing(DAILY)],
            Some(Rule::Daily) => fault(DAILY, &self.daily, &self.daily).into_iter().collect(),
            Some(Rule::Weekly) if self.weekly.iter().all(Vec::is_empty) => vec![Fault::Missing(MONDAY)],
            Some(Rule::Weekly) => {
                let days_before = self.weekly.iter().cycle().skip(6);
                let days = WEEKDAYS.into_iter().zip(&self.weekly).zip(days_before);
                days.filter_map(|((field, windows), before)| fault(field, windows, before)).collect()
            }
        }
    }

    fn exception_faults(&self) -> Vec<Fault> {
        let of_windows: Vec<Fault> = self.exceptions.iter().filter_map(|each| fault(EXCEPTIONS, &each.windows, &[])).collect();
        let dates = self.exceptions.iter().any(|each| !has_days(each)).then_some(Fault::Dates);
        // Each once, however many exceptions have it.
        let windows = [Fault::Unreadable(EXCEPTIONS), Fault::Overlap(EXCEPTIONS)].into_iter().filter(|each| of_windows.contains(each));
        dates.into_iter().chain(windows).collect()
    }
}

/// Of the hours of holidays or eves.
fn own_fault(rule: HolidayRule, field: &'static str, windows: &[Window]) -> Option<Fault> {
    match rule {
        HolidayRule::Regular | HolidayRule::Closed => None,
        HolidayRule::Hours if windows.is_empty() => Some(Fault::Missing(field)),
        HolidayRule::Hours => fault(field, windows, &[]),
    }
}

/// Of the hours of a day, after a day with those ones.
fn fault(field: &'static str, windows: &[Window], before: &[Window]) -> Option<Fault> {
    if !windows.iter().copied().all(Window::is_readable) {
        return Some(Fault::Unreadable(field));
    }
    let mut open_until = before.iter().copied().filter(|window| window.is_readable()).map(Window::into_next_day).max().unwrap_or(0);
    let mut sorted = windows.to_vec();
    sorted.sort_unstable();
    for window in sorted {
        if window.begins() < open_until {
            return Some(Fault::Overlap(field));
        }
        open_until = window.ends();
    }
    None
}

/// Of one that is repeated the years do not count: it may go over New Year in whatever years its days are written, and lasts for less than one.
fn has_days(Exception { from, until, yearly, .. }: &Exception) -> bool {
    let are_days = *from != Date::MIN && *until != Date::MIN;
    let lasts = until.since(*from).map_or(i32::MAX, |span| span.get_days());
    are_days && if *yearly { lasts < DAYS_OF_A_YEAR } else { from <= until }
}
