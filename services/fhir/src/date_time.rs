//! Days and moments as FHIR writes them: a day, or a moment with its offset. A year or a month alone says too little of a result or a prescription.

use chassis_domain::{Date, Timestamp, clocks_reach, in_helsinki};

use crate::{Problem, json::Element};

/// What lies outside is mistyped.
const YEARS: std::ops::Range<i16> = 1900..2200;

/// A day or a moment of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When; of a day, its start in Finland.
    pub at: Timestamp,
    /// Only the day is known.
    pub day_only: bool,
}

impl Moment {
    /// From a `dateTime`.
    pub fn read(element: &Element<'_>) -> Result<Self, Problem> {
        let text = element.text()?;
        if ["0000", "0000-00"].iter().any(|pattern| is_like(&text, pattern)) {
            return Err(Problem::value(element.path(), "the day is needed"));
        }
        let moment = if is_like(&text, "0000-00-00") {
            start_of_day(&text).map(|at| Self { at, day_only: true })
        } else {
            instant(&text).map(|at| Self { at, day_only: false })
        };
        moment.filter(|moment| is_near(moment.at)).ok_or_else(|| no_moment(element))
    }

    /// From an `instant`.
    pub fn read_instant(element: &Element<'_>) -> Result<Timestamp, Problem> {
        instant(&element.text()?).filter(|at| is_near(*at)).ok_or_else(|| no_moment(element))
    }

    /// The day in Finland.
    pub fn day(self) -> Date {
        in_helsinki(self.at).date()
    }
}

fn start_of_day(text: &str) -> Option<Timestamp> {
    let day: Date = text.parse().ok()?;
    clocks_reach(day.at(0, 0, 0, 0))
}

fn instant(text: &str) -> Option<Timestamp> {
    let (date_time, rest) = text.split_at_checked("0000-00-00T00:00:00".len())?;
    let offset = rest.strip_prefix('.').map_or(rest, |fraction| fraction.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    let is_offset = offset == "Z" || is_like(offset, "+00:00") || is_like(offset, "-00:00");
    if is_like(date_time, "0000-00-00T00:00:00") && is_offset { text.parse().ok() } else { None }
}

/// Whether the letters stand as in a pattern, in which `0` is any digit.
fn is_like(text: &str, pattern: &str) -> bool {
    let alike = |(letter, like): (u8, u8)| if like == b'0' { letter.is_ascii_digit() } else { letter == like };
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(alike)
}

fn is_near(at: Timestamp) -> bool {
    YEARS.contains(&in_helsinki(at).year())
}

fn no_moment(element: &Element<'_>) -> Problem {
    Problem::value(element.path(), "a date, or a time with its offset, as FHIR writes them, is needed")
}
