//! Which days and times there are, and which of them may be answered.

use chassis_domain::Date;
use kajo_proto::survey::v1::{DateLimit, answer_value::Value};

use super::Answered;
use crate::problem::Problem;

/// Years that a day may lie in.
const YEARS: std::ops::RangeInclusive<i16> = 1900..=2199;

pub(super) fn malformed(answered: &Answered<'_>) -> Option<Problem> {
    let is_malformed = |value: &Value| match value {
        Value::Date(text) => day(text).is_none(),
        Value::Time(text) => !is_time(text),
        _ => false,
    };
    Problem::when(answered.values().iter().any(is_malformed), "malformed")
}

pub(super) fn in_future(answered: &Answered<'_>) -> Option<Problem> {
    let is_limited = answered.item.date_limit() == DateLimit::NotInFuture;
    Problem::when(is_limited && days(answered).any(|day| day > answered.today), "in_future")
}

pub(super) fn in_past(answered: &Answered<'_>) -> Option<Problem> {
    let is_limited = answered.item.date_limit() == DateLimit::NotInPast;
    Problem::when(is_limited && days(answered).any(|day| day < answered.today), "in_past")
}

fn days(answered: &Answered<'_>) -> impl Iterator<Item = Date> {
    answered.values().iter().filter_map(|value| if let Value::Date(text) = value { day(text) } else { None })
}

/// `2027-03-28`, and nothing else that could mean a day.
fn day(text: &str) -> Option<Date> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else { return None };
    let (year, month, day) = (number([y1, y2, y3, y4])?, number([m1, m2])?, number([d1, d2])?);
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    YEARS.contains(&year).then_some(date)
}

/// `08:30`.
fn is_time(text: &str) -> bool {
    let [h1, h2, b':', m1, m2] = text.as_bytes() else { return false };
    number([h1, h2]).is_some_and(|hour| hour < 24) && number([m1, m2]).is_some_and(|minute| minute < 60)
}

fn number<const N: usize>(digits: [&u8; N]) -> Option<i16> {
    digits.into_iter().try_fold(0_i16, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i16::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sur_01_a_day_is_one_of_the_calendar_written_in_full() {
        for good in ["1900-01-01", "2024-02-29", "2199-12-31"] {
            assert_eq!(day(good).map(|day| day.to_string()).as_deref(), Some(good));
        }
        for wrong in ["2026-03", "2026-02-29", "2026-2-03", "1899-12-31", "2200-01-01", "2026-13-01", "2026-00-10", "20260301", "2026-03-01T00", ""] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sur_01_a_time_is_one_of_the_clock() {
        assert!(["00:00", "08:30", "23:59"].into_iter().all(is_time));
        for wrong in ["24:00", "08:60", "8:30", "08.30", "08:30:00", "-1:00", ""] {
            assert!(!is_time(wrong), "{wrong}");
        }
    }
}
