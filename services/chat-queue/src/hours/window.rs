//! From when to when a queue is open, on the clocks of Finland.

use chassis_domain::{Date, Time, Timestamp, clocks_pass, clocks_reach};

const MINUTES_OF_AN_HOUR: u16 = 60;
const MINUTES_OF_A_DAY: u16 = 24 * MINUTES_OF_AN_HOUR;

/// From when to when. One that does not end after it begins ends on the next day: from midnight to midnight is the whole day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Window {
    /// In minutes since midnight.
    from: u16,
    /// Likewise; midnight is 0, that of the day's end too.
    until: u16,
}

impl Window {
    /// What somebody wrote that is no time: no check lets it pass, and it is never open.
    pub const UNREADABLE: Self = Self { from: u16::MAX, until: u16::MAX };

    /// From texts such as 08:00; it may end at 24:00.
    pub fn parse(from: &str, until: &str) -> Self {
        let until = if until == "24:00" { Some(0) } else { minute(until) };
        minute(from).zip(until).map_or(Self::UNREADABLE, |(from, until)| Self { from, until })
    }

    /// The texts of [`Self::parse`], midnight as 00:00; empty when they could not be read.
    pub fn texts(self) -> [String; 2] {
        let text = |minutes: u16| format!("{:02}:{:02}", minutes / MINUTES_OF_AN_HOUR, minutes % MINUTES_OF_AN_HOUR);
        if self.is_readable() { [text(self.from), text(self.until)] } else { [String::new(), String::new()] }
    }

    /// In minutes since midnight, for the store.
    pub fn minutes(self) -> [u32; 2] {
        [self.from, self.until].map(u32::from)
    }

    /// The other way.
    pub fn from_minutes(from: u32, until: u32) -> Option<Self> {
        let minute = |minutes: u32| u16::try_from(minutes).ok().filter(|minutes| *minutes < MINUTES_OF_A_DAY);
        Some(Self { from: minute(from)?, until: minute(until)? })
    }

    /// Whether both times could be read.
    pub fn is_readable(self) -> bool {
        self != Self::UNREADABLE
    }

    /// When it begins, in minutes since midnight.
    pub(super) fn begins(self) -> u16 {
        self.from
    }

    /// When it ends, in minutes since the midnight before it begins.
    pub(super) fn ends(self) -> u16 {
        if self.until > self.from { self.until } else { self.until.saturating_add(MINUTES_OF_A_DAY) }
    }

    /// How far it reaches into the next day, in minutes.
    pub(super) fn into_next_day(self) -> u16 {
        if self.until > self.from { 0 } else { self.until }
    }

    /// What is left of it when the next day has a rule of its own.
    pub(super) fn until_midnight(self) -> Self {
        if self.into_next_day() > 0 { Self { until: 0, ..self } } else { self }
    }

    /// When the one of this day opens and when it shuts; `None` beyond the calendar. Of one that lies in what the clocks leap over nothing
    /// is left: both are the same.
    pub(super) fn instants(self, date: Date) -> Option<[Timestamp; 2]> {
        let last = if self.until > self.from { date } else { date.tomorrow().ok()? };
        let opens = clocks_reach(date.to_datetime(time(self.from)?))?;
        let shuts = clocks_pass(last.to_datetime(time(self.until)?))?;
        Some([opens, shuts])
    }
}

/// The minute of the day of a text such as 08:00.
fn minute(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let number = |part: &str, below: u16| {
        let is_number = matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u16>().ok().filter(|number| is_number && *number < below)
    };
    let minute = number(minute, MINUTES_OF_AN_HOUR).filter(|_| minute.len() == 2)?;
    Some(number(hour, 24)? * MINUTES_OF_AN_HOUR + minute)
}

/// The time on the clock.
fn time(minutes: u16) -> Option<Time> {
    let part = |number: u16| i8::try_from(number).ok();
    Time::new(part(minutes / MINUTES_OF_AN_HOUR)?, part(minutes % MINUTES_OF_AN_HOUR)?, 0, 0).ok()
}
