//! What `evaluate` answers is what somebody sees who looks at the clock every minute of two years (CHA-02).

use std::collections::BTreeMap;

use chassis_domain::{Date, SignedDuration, Timestamp, helsinki};
use jiff::ToSpan;

use super::{Exception, HolidayRule, OpeningHours, Rule, Window, evaluate};

const DAY: i64 = 24 * 60;
/// More than the clocks of Finland are before UTC, and more than they are set forward or back.
const AROUND: i64 = 5 * 60;

fn date(text: &str) -> Date {
    text.parse().expect("a date")
}

/// The day's midnight on the clock, in minutes since that of 1 January 1970.
fn midnight(date: Date) -> i64 {
    date.duration_since(Date::constant(1970, 1, 1)).as_mins()
}

fn index(minutes: i64) -> usize {
    usize::try_from(minutes).expect("not below zero")
}

/// Every minute of two years, from midnight to midnight of UTC.
struct Minutes {
    /// The first, in minutes since 1970.
    first: i64,
    /// What the clocks show in each, in minutes since the midnight of 1 January 1970 on the clock.
    civil: Vec<i64>,
}

impl Minutes {
    fn of_2026_and_2027() -> Self {
        let zone = helsinki();
        let (first, end) = (midnight(date("2026-01-01")), midnight(date("2028-01-01")));
        let mut civil = Vec::with_capacity(index(end - first));
        // The clocks are changed at full hours.
        for hour in (first..end).step_by(60) {
            let ahead = i64::from(zone.to_offset(Timestamp::from_second(hour * 60).expect("a moment")).seconds()) / 60;
            civil.extend((hour..hour + 60).map(|minute| minute + ahead));
        }
        Self { first, civil }
    }

    fn count(&self) -> i64 {
        i64::try_from(self.civil.len()).expect("two years")
    }

    fn moment(&self, minute: usize) -> Timestamp {
        Timestamp::from_second((self.first + i64::try_from(minute).expect("two years")) * 60).expect("a moment")
    }

    /// Minutes in which the clocks may show this.
    fn around(&self, civil: i64) -> std::ops::Range<usize> {
        let near = civil - self.first;
        index((near - AROUND).clamp(0, self.count()))..index((near + AROUND).clamp(0, self.count()))
    }

    /// Whether hours are open, minute by minute: a window opens in the first minute in which the clocks show its beginning or something
    /// later, and shuts behind the last one in which they show something before its end.
    fn scan(&self, hours: &OpeningHours) -> Vec<bool> {
        let mut open = vec![false; self.civil.len()];
        let days = days_of(hours);
        for ((day, (whose, windows)), (_, (next, _))) in days.iter().zip(days.iter().skip(1)) {
            for window in windows {
                let [from, until] = window.minutes().map(i64::from);
                let reaches = if until > from { until } else { until + DAY };
                // Another rule of the next day cuts it.
                let is_cut = *next != REGULAR && next != whose;
                let begins = midnight(*day) + from;
                let ends = midnight(*day) + if is_cut { reaches.min(DAY) } else { reaches };
                let (near_begin, near_end) = (self.around(begins), self.around(ends));
                let opens = near_begin.clone().find(|minute| self.civil[*minute] >= begins).unwrap_or(near_begin.end);
                let shuts = near_end.clone().rev().find(|minute| self.civil[*minute] < ends).map_or(near_end.start, |last| last + 1);
                if opens < shuts {
                    open[opens..shuts].fill(true);
                }
            }
        }
        open
    }

    /// Compared where they change, a minute before and a minute behind, and every so many minutes. No other minute needs to be looked at:
    /// from one change of the scan to the other `evaluate` must tell that other one, and where it tells it there is none in between.
    fn compare(&self, hours: &OpeningHours, every: usize) {
        let open = self.scan(hours);
        let changes: Vec<usize> = (1..open.len()).filter(|minute| open[*minute] != open[minute - 1]).collect();
        let at_changes = changes.iter().flat_map(|change| change.saturating_sub(1)..=change + 1).filter(|minute| *minute < open.len());
        let horizon = SignedDuration::from_hours(400 * 24);
        let end = self.moment(open.len());
        for minute in at_changes.chain((0..open.len()).step_by(every)) {
            let now = self.moment(minute);
            let told = evaluate(hours, now);
            assert_eq!(told.is_open, open[minute], "{now}");
            let next = changes.get(changes.partition_point(|change| *change <= minute)).map(|change| self.moment(*change));
            match next.filter(|next| next.duration_since(now) <= horizon) {
                Some(next) => assert_eq!(told.changes_at, Some(next), "{now}"),
                // The scan ends: what comes behind it only evaluate knows. What lies in it is too far away.
                None => assert!(told.changes_at.is_none_or(|at| at >= end && next.is_none()), "{now}"),
            }
        }
    }
}

/// Whose hours a day has: of the regular ones, of holidays, of eves, and from `EXCEPTIONS` on of each exception.
type Whose = usize;
const REGULAR: Whose = 0;
const HOLIDAY: Whose = 1;
const EVE: Whose = 2;
const EXCEPTIONS: Whose = 3;

/// The public holidays of Finland, as a calendar of paper has them.
const HOLIDAYS: [&str; 27] = [
    "2026-01-01",
    "2026-01-06",
    "2026-04-03",
    "2026-04-05",
    "2026-04-06",
    "2026-05-01",
    "2026-05-14",
    "2026-05-24",
    "2026-06-20",
    "2026-10-31",
    "2026-12-06",
    "2026-12-25",
    "2026-12-26",
    "2027-01-01",
    "2027-01-06",
    "2027-03-26",
    "2027-03-28",
    "2027-03-29",
    "2027-05-01",
    "2027-05-06",
    "2027-05-16",
    "2027-06-26",
    "2027-11-06",
    "2027-12-06",
    "2027-12-25",
    "2027-12-26",
    "2028-01-01",
];
const EVES: [&str; 4] = ["2026-06-19", "2026-12-24", "2027-06-25", "2027-12-24"];

/// Each day with its hours, written down one upon the other: regular ones, holidays and eves, yearly exceptions, others.
fn days_of(hours: &OpeningHours) -> BTreeMap<Date, (Whose, Vec<Window>)> {
    let (first, end) = (date("2025-12-30"), date("2028-01-04"));
    let mut days = BTreeMap::new();
    for day in first.series(1.day()).take_while(|day| *day < end) {
        let weekday = index(i64::from(day.weekday().to_monday_zero_offset()));
        let windows = if hours.rule == Some(Rule::Daily) { hours.daily.clone() } else { hours.weekly[weekday].clone() };
        days.insert(day, (REGULAR, windows));
    }
    for (whose, rule, own, listed) in
        [(HOLIDAY, hours.holidays, &hours.holiday_windows, &HOLIDAYS[..]), (EVE, hours.eves, &hours.eve_windows, &EVES[..])]
    {
        for day in listed.iter().map(|day| date(day)) {
            match rule {
                HolidayRule::Regular => {}
                HolidayRule::Closed => drop(days.insert(day, (whose, Vec::new()))),
                HolidayRule::Hours => drop(days.insert(day, (whose, own.clone()))),
            }
        }
    }
    for yearly in [true, false] {
        for (number, exception) in hours.exceptions.iter().enumerate().filter(|(_, each)| each.yearly == yearly) {
            let length = exception.until.since(exception.from).expect("days").get_days();
            let begins: Vec<Date> = if yearly {
                (2025..=2028).filter_map(|year| Date::new(year, exception.from.month(), exception.from.day()).ok()).collect()
            } else {
                vec![exception.from]
            };
            for day in begins.into_iter().flat_map(|begin| begin.series(1.day()).take(index(i64::from(length) + 1))) {
                if let Some(kept) = days.get_mut(&day) {
                    *kept = (EXCEPTIONS + number, exception.windows.clone());
                }
            }
        }
    }
    days
}

fn windows(texts: &[(&str, &str)]) -> Vec<Window> {
    texts.iter().map(|(from, until)| Window::parse(from, until)).collect()
}

fn daily(texts: &[(&str, &str)]) -> OpeningHours {
    OpeningHours {
        rule: Some(Rule::Daily),
        daily: windows(texts),
        holidays: HolidayRule::Regular,
        eves: HolidayRule::Regular,
        ..OpeningHours::default()
    }
}

fn exception(from: &str, until: &str, yearly: bool, texts: &[(&str, &str)]) -> Exception {
    Exception { from: date(from), until: date(until), yearly, windows: windows(texts) }
}

#[test]
fn cha_02_the_same_hours_every_day_are_those_on_the_clock() {
    Minutes::of_2026_and_2027().compare(&daily(&[("08:00", "16:00")]), 97);
}

#[test]
fn cha_02_hours_of_a_week_are_those_on_the_clock_also_over_midnight() {
    let weekly = [
        windows(&[("08:00", "11:00"), ("12:00", "15:00"), ("18:00", "24:00")]),
        windows(&[("00:00", "02:00"), ("22:00", "03:30")]),
        windows(&[]),
        windows(&[("06:15", "06:16"), ("23:59", "00:01")]),
        windows(&[("20:00", "20:00")]),
        windows(&[("22:00", "03:45")]),
        windows(&[("03:45", "04:30"), ("22:00", "08:00")]),
    ];
    let hours = OpeningHours { rule: Some(Rule::Weekly), weekly, ..OpeningHours::default() };
    Minutes::of_2026_and_2027().compare(&hours, 97);
}

#[test]
fn cha_02_hours_around_the_clock_shut_only_where_an_exception_says_so() {
    let always = daily(&[("00:00", "24:00")]);
    let minutes = Minutes::of_2026_and_2027();
    // Each answer takes a look at all of 400 days: fewer of them.
    minutes.compare(&always, 9973);
    let exceptions = vec![exception("2026-05-04", "2026-05-05", false, &[]), exception("2026-11-02", "2026-11-02", true, &[("10:00", "12:00")])];
    minutes.compare(&OpeningHours { exceptions, ..always }, 1999);
}

#[test]
fn cha_02_yearly_exceptions_are_the_same_days_each_year() {
    let exceptions = vec![
        exception("2025-12-23", "2026-01-06", true, &[("21:00", "01:00")]),
        exception("2024-02-29", "2024-02-29", true, &[("00:00", "24:00")]),
        exception("2026-07-01", "2026-07-31", true, &[]),
        exception("2026-07-15", "2026-07-16", false, &[("09:00", "10:00"), ("23:00", "04:00")]),
        exception("2026-12-30", "2027-01-02", false, &[("12:00", "12:00")]),
    ];
    Minutes::of_2026_and_2027().compare(&OpeningHours { exceptions, ..daily(&[("20:00", "06:00"), ("10:00", "14:00")]) }, 97);
}

#[test]
fn cha_02_holidays_and_eves_have_their_own_hours_each_year() {
    let hours = OpeningHours {
        holidays: HolidayRule::Hours,
        // From Christmas Day to the day after the night goes on, into and out of them it does not.
        holiday_windows: windows(&[("10:00", "12:00"), ("22:00", "02:00")]),
        eves: HolidayRule::Hours,
        eve_windows: windows(&[("00:00", "09:00")]),
        ..daily(&[("07:00", "19:00"), ("21:00", "05:00")])
    };
    Minutes::of_2026_and_2027().compare(&hours, 97);
}

#[test]
fn cha_02_windows_in_the_hours_that_the_clocks_skip_or_show_twice_are_where_the_clocks_pass_them() {
    let minutes = Minutes::of_2026_and_2027();
    minutes.compare(&daily(&[("00:30", "03:00"), ("03:15", "03:30"), ("03:40", "03:50"), ("04:00", "05:00")]), 97);
    minutes.compare(&daily(&[("03:00", "04:00"), ("23:30", "02:59")]), 97);
    minutes.compare(&daily(&[("22:00", "03:00"), ("03:01", "03:59")]), 97);
}
