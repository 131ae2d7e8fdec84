//! Hours on the clocks of Finland: of a week, and of days that are unlike their weekday.

use chassis_domain::Time;

const MINUTES_OF_AN_HOUR: u32 = 60;

/// From when to when of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hours {
    /// When they begin.
    pub from: Time,
    /// When they end; never before they begin, once they have been checked.
    pub until: Time,
}

impl Hours {
    /// From texts such as 08:00. What is no time gives hours that no check lets pass.
    pub fn parse(from: &str, until: &str) -> Self {
        let parse = |text: &str| text.parse::<Time>().ok();
        parse(from).zip(parse(until)).map_or(Self { from: Time::midnight(), until: Time::midnight() }, |(from, until)| Self { from, until })
    }

    /// The texts of [`Self::parse`].
    pub fn texts(self) -> [String; 2] {
        [self.from, self.until].map(|time| format!("{:02}:{:02}", time.hour(), time.minute()))
    }

    /// In minutes since midnight, for the store.
    pub(super) fn minutes(self) -> [u32; 2] {
        [self.from, self.until].map(|time| u32::from(time.hour().unsigned_abs()) * MINUTES_OF_AN_HOUR + u32::from(time.minute().unsigned_abs()))
    }

    /// The other way.
    pub(super) fn from_minutes(from: u32, until: u32) -> Option<Self> {
        let time = |minutes: u32| {
            let part = |number: u32| i8::try_from(number).ok();
            Time::new(part(minutes / MINUTES_OF_AN_HOUR)?, part(minutes % MINUTES_OF_AN_HOUR)?, 0, 0).ok()
        };
        Some(Self { from: time(from)?, until: time(until)? })
    }

    /// Whether they last for at least that long.
    fn hold(self, minutes: u32) -> bool {
        let [from, until] = self.minutes();
        until > from && until - from >= minutes
    }
}

/// Whether hours of one day, in their order, do not overlap and each hold a time of that many minutes.
pub(super) fn are_sound(hours: &[Hours], minutes: u32) -> bool {
    let follow = hours.iter().zip(hours.iter().skip(1)).all(|(one, next)| one.until <= next.from);
    follow && hours.iter().all(|each| each.hold(minutes))
}
