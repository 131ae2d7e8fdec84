//! Hours as they are stored.

use chassis_domain::{Date, DecodeError, stored::Reader};
use kajo_proto::chat_queue::store::v1 as store;

use super::{Exception, HolidayRule, OpeningHours, Rule, Window};

/// For the store.
pub(crate) fn hours(hours: &OpeningHours) -> store::OpeningHours {
    let OpeningHours { rule, daily, weekly, holidays, holiday_windows, eves, eve_windows, exceptions } = hours;
    let of_week = weekly
        .iter()
        .zip(1..)
        .flat_map(|(windows, weekday)| all(windows).into_iter().map(move |window| store::WeekdayWindow { weekday, window: Some(window) }));
    store::OpeningHours {
        rule: rule.map_or(0, Rule::number),
        daily: all(daily),
        weekly: of_week.collect(),
        holidays: holidays.number(),
        holiday_windows: all(holiday_windows),
        eves: eves.number(),
        eve_windows: all(eve_windows),
        exceptions: exceptions
            .iter()
            .map(|Exception { from, until, yearly, windows }| store::HoursException {
                from: from.to_string(),
                until: until.to_string(),
                yearly: *yearly,
                windows: all(windows),
            })
            .collect(),
    }
}

/// From the store.
pub(crate) fn read_hours(stored: store::OpeningHours, reader: &Reader<'_>) -> Result<OpeningHours, DecodeError> {
    let store::OpeningHours { rule, daily, weekly: of_week, holidays, holiday_windows, eves, eve_windows, exceptions } = stored;
    let window = |stored: store::Window| reader.known(Window::from_minutes(stored.from, stored.until));
    let windows = |stored: Vec<store::Window>| stored.into_iter().map(window).collect::<Result<Vec<_>, _>>();
    let date = |text: &str| reader.known(text.parse::<Date>().ok());
    let mut weekly: [Vec<Window>; 7] = Default::default();
    for each in of_week {
        let of_day = weekly.get_mut((each.weekday as usize).wrapping_sub(1));
        reader.known(of_day)?.push(window(each.window.unwrap_or_default())?);
    }
    let exception = |stored: store::HoursException| {
        Ok(Exception { from: date(&stored.from)?, until: date(&stored.until)?, yearly: stored.yearly, windows: windows(stored.windows)? })
    };
    Ok(OpeningHours {
        // A queue that follows the default schedule may have none of its own.
        rule: Rule::from_number(rule),
        daily: windows(daily)?,
        weekly,
        holidays: reader.known(HolidayRule::from_number(holidays))?,
        holiday_windows: windows(holiday_windows)?,
        eves: reader.known(HolidayRule::from_number(eves))?,
        eve_windows: windows(eve_windows)?,
        exceptions: exceptions.into_iter().map(exception).collect::<Result<_, DecodeError>>()?,
    })
}

fn all(windows: &[Window]) -> Vec<store::Window> {
    // What cannot be read stands only in lists that the rule leaves unused: where they are used, it is refused.
    windows.iter().copied().filter(|window| window.is_readable()).map(stored).collect()
}

fn stored(window: Window) -> store::Window {
    let [from, until] = window.minutes();
    store::Window { from, until }
}
