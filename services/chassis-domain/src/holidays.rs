//! Public holidays of Finland and the two eves on which most services are shut, reckoned from the calendar.

use jiff::{
    Span,
    civil::{Date, Weekday},
};

/// From Easter Sunday to Good Friday, itself, Easter Monday, Ascension Day and Pentecost.
const AROUND_EASTER: [i64; 5] = [-2, 0, 1, 39, 49];
const HOURS_OF_A_DAY: i64 = 24;

/// Whether this day is a public holiday.
pub fn is_public_holiday(date: Date) -> bool {
    let is_of_the_year = match (date.month(), date.day()) {
        // New Year's Day, Epiphany, May Day, Independence Day, Christmas Day and Saint Stephen's Day.
        (1, 1 | 6) | (5, 1) | (12, 6 | 25 | 26) => true,
        // Midsummer Day and All Saints' Day.
        (6, 20..=26) | (10, 31) | (11, 1..=6) => date.weekday() == Weekday::Saturday,
        _ => false,
    };
    // Good Friday is never before 20 March, and Pentecost never after 13 June.
    let may_be_around_easter = matches!(date.month(), 3..=6);
    let is_around_easter = |easter: Date| AROUND_EASTER.map(|days| days * HOURS_OF_A_DAY).contains(&date.duration_since(easter).as_hours());
    is_of_the_year || (may_be_around_easter && easter_sunday(date.year()).is_some_and(is_around_easter))
}

/// Whether this day is Midsummer Eve or Christmas Eve.
pub fn is_holiday_eve(date: Date) -> bool {
    match (date.month(), date.day()) {
        (12, 24) => true,
        (6, 19..=25) => date.weekday() == Weekday::Friday,
        _ => false,
    }
}

/// The Sunday after the first full moon of spring, as the Gregorian calendar reckons it.
fn easter_sunday(year: i16) -> Option<Date> {
    let century = year.div_euclid(100);
    let of_nineteen = year.rem_euclid(19);
    let leap_centuries = century.div_euclid(4);
    let moon_correction = (century - (century - 17).div_euclid(25)).div_euclid(3);
    // The days from 21 March to the full moon; the latest ones are told a day earlier.
    let days = (century - leap_centuries - moon_correction + 19 * of_nineteen + 15).rem_euclid(30);
    let is_late = days == 29 || (days == 28 && of_nineteen > 10);
    let full_moon = if is_late { days - 1 } else { days };
    let weekday = (year + year.div_euclid(4) + full_moon + 2 - century + leap_centuries).rem_euclid(7);
    Date::new(year, 3, 28).ok()?.checked_add(Span::new().try_days(full_moon - weekday).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The days of a year for which this holds, as month and day.
    fn days(year: i16, holds: fn(Date) -> bool) -> Vec<String> {
        let first = Date::new(year, 1, 1).unwrap();
        first.series(Span::new().days(1)).take_while(|date| date.year() == year).filter(|date| holds(*date)).map(shown).collect()
    }

    fn shown(date: Date) -> String {
        format!("{}.{}.", date.day(), date.month())
    }

    #[test]
    fn cha_02_public_holidays_of_2026_and_2027_are_those_of_the_calendar() {
        let of_2026 = ["1.1.", "6.1.", "3.4.", "5.4.", "6.4.", "1.5.", "14.5.", "24.5.", "20.6.", "31.10.", "6.12.", "25.12.", "26.12."];
        assert_eq!(days(2026, is_public_holiday), of_2026);
        let of_2027 = ["1.1.", "6.1.", "26.3.", "28.3.", "29.3.", "1.5.", "6.5.", "16.5.", "26.6.", "6.11.", "6.12.", "25.12.", "26.12."];
        assert_eq!(days(2027, is_public_holiday), of_2027);
    }

    #[test]
    fn cha_02_eves_are_midsummer_eve_and_christmas_eve_and_never_holidays_themselves() {
        assert_eq!(days(2026, is_holiday_eve), ["19.6.", "24.12."]);
        assert_eq!(days(2027, is_holiday_eve), ["25.6.", "24.12."]);
        for year in 1955..2200 {
            assert!(days(year, |date| is_holiday_eve(date) && is_public_holiday(date)).is_empty(), "{year}");
        }
    }

    #[test]
    fn easter_is_where_the_tables_have_it() {
        // The earliest and the latest there are, both corrections of the moon, and the years around now.
        let known = [(1818, "22.3."), (2038, "25.4."), (1981, "19.4."), (1954, "18.4."), (2024, "31.3."), (2025, "20.4."), (2028, "16.4.")];
        for (year, day) in known {
            assert_eq!(easter_sunday(year).map(shown).as_deref(), Some(day), "{year}");
        }
    }
}
