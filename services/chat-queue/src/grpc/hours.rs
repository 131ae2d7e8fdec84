//! Hours, to the contract and back.

use chassis_domain::Date;
use kajo_proto::chat_queue::v1::{self as public, HoursException, OpeningDay, OpeningWindow, WeekdayWindow};

use crate::hours::{Day, Exception, HolidayRule, OpeningHours, Rule, Window};

/// To the contract.
pub(super) fn message(hours: OpeningHours) -> public::OpeningHours {
    let OpeningHours { rule, daily, weekly, holidays, holiday_windows, eves, eve_windows, exceptions } = hours;
    let exception = |Exception { from, until, yearly, windows: hours }: Exception| HoursException {
        from: from.to_string(),
        until: if until == from { String::new() } else { until.to_string() },
        yearly,
        hours: windows(hours),
    };
    public::OpeningHours {
        rule: rule.map_or(0, |rule| rule.public().into()),
        daily: windows(daily),
        weekly: of_week(weekly),
        holidays: holidays.public().into(),
        holiday_windows: windows(holiday_windows),
        eves: eves.public().into(),
        eve_windows: windows(eve_windows),
        exceptions: exceptions.into_iter().map(exception).collect(),
    }
}

/// From the contract. What cannot be read is refused by what it becomes: no window, or no day.
pub(super) fn hours(message: public::OpeningHours) -> OpeningHours {
    let rule = Rule::from_public(message.rule());
    let (holidays, eves) = (HolidayRule::from_public(message.holidays()), HolidayRule::from_public(message.eves()));
    let public::OpeningHours { daily, weekly: days, holiday_windows, eve_windows, exceptions, .. } = message;
    let read = |windows: Vec<OpeningWindow>| windows.into_iter().map(window).collect();
    let mut weekly: [Vec<Window>; 7] = Default::default();
    for WeekdayWindow { weekday, hours } in days {
        // What is no weekday is told with the hours of Monday.
        match weekly.get_mut((weekday as usize).wrapping_sub(1)) {
            Some(of_day) => of_day.push(window(hours.unwrap_or_default())),
            None => weekly[0].push(Window::UNREADABLE),
        }
    }
    let date = |text: &str| text.parse::<Date>().unwrap_or(Date::MIN);
    let exception = |HoursException { from, until, yearly, hours }: HoursException| Exception {
        from: date(&from),
        until: date(if until.is_empty() { &from } else { &until }),
        yearly,
        windows: read(hours),
    };
    OpeningHours {
        rule,
        daily: read(daily),
        weekly,
        holidays,
        holiday_windows: read(holiday_windows),
        eves,
        eve_windows: read(eve_windows),
        exceptions: exceptions.into_iter().map(exception).collect(),
    }
}

/// A day of the calendar.
pub(super) fn day(day: Day) -> OpeningDay {
    let Day { date, windows: hours, reason } = day;
    OpeningDay { date: date.to_string(), hours: windows(hours), reason: reason.public().into() }
}

/// The hours of each weekday, Monday first.
pub(super) fn of_week(weekly: [Vec<Window>; 7]) -> Vec<WeekdayWindow> {
    let of_day = |(windows, weekday): (Vec<Window>, u32)| {
        windows.into_iter().map(move |window| WeekdayWindow { weekday, hours: Some(civil(window)) }).collect::<Vec<_>>()
    };
    weekly.into_iter().zip(1..).flat_map(of_day).collect()
}

fn windows(windows: Vec<Window>) -> Vec<OpeningWindow> {
    windows.into_iter().map(civil).collect()
}

fn civil(window: Window) -> OpeningWindow {
    let [from, until] = window.texts();
    OpeningWindow { from, until }
}

fn window(message: OpeningWindow) -> Window {
    Window::parse(&message.from, &message.until)
}
