//! Days and times of day, as FHIR writes them and as answers have them: `2027-03-28` is the same in both, and `08:30:00` is `08:30` here.

use ::fhir::{Problem, json::Element};
use chassis_domain::Date;

/// A whole day.
pub(crate) fn day(element: &Element<'_>) -> Result<String, Problem> {
    let text = element.text()?;
    let day = text.parse::<Date>().ok().map(|day| day.to_string());
    day.filter(|day| *day == text).ok_or_else(|| Problem::value(element.path(), "a day as 2027-03-28 is needed"))
}

/// A time of day, to the minute.
pub(crate) fn time(element: &Element<'_>) -> Result<String, Problem> {
    let text = element.text()?;
    let minutes = text.strip_suffix(":00").filter(|minutes| is_time(minutes)).unwrap_or(&text);
    if is_time(minutes) { Ok(minutes.to_owned()) } else { Err(Problem::value(element.path(), "a time of day as 08:30:00, to the minute, is needed")) }
}

/// A time of day as FHIR writes it.
pub(crate) fn written_time(time: &str) -> String {
    if is_time(time) { format!("{time}:00") } else { time.to_owned() }
}

fn is_time(text: &str) -> bool {
    let below = |digits: &str, end: u8| {
        digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit()) && digits.parse::<u8>().is_ok_and(|number| number < end)
    };
    text.split_once(':').is_some_and(|(hours, minutes)| below(hours, 24) && below(minutes, 60))
}

#[cfg(test)]
mod tests {
    use ::fhir::json;

    use super::*;

    fn read(body: &str, of: fn(&Element<'_>) -> Result<String, Problem>) -> Option<String> {
        of(&json::root(body.as_bytes(), "Here").unwrap()).ok()
    }

    #[test]
    fn sur_09_days_are_whole_and_times_are_told_to_the_minute() {
        for (body, expected) in [
            (r#""2027-03-28""#, Some("2027-03-28")),
            (r#""2027-03""#, None),
            (r#""2027-02-30""#, None),
            (r#""20270328""#, None),
            (r#""2027-03-28T08:30:00Z""#, None),
            ("1", None),
        ] {
            assert_eq!(read(body, day).as_deref(), expected, "{body}");
        }
        for (body, expected) in [
            (r#""08:30:00""#, Some("08:30")),
            (r#""08:30""#, Some("08:30")),
            (r#""00:00""#, Some("00:00")),
            (r#""08:00""#, Some("08:00")),
            (r#""08:30:01""#, None),
            (r#""24:00:00""#, None),
            (r#""8:30""#, None),
            (r#""+8:30""#, None),
        ] {
            assert_eq!(read(body, time).as_deref(), expected, "{body}");
        }
        assert_eq!(written_time("08:30"), "08:30:00");
        assert_eq!(written_time("later"), "later");
    }
}
