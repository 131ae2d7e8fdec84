//! How old somebody is in Finland today, and whether that makes them a teenager whose matters are their own (IDN-09).
//!
//! Days begin at midnight in Helsinki. Who was born on 29 February turns a year older on 28 February when there is no 29th
//! (Act 150/1930, section 3: where the corresponding day is missing, the last day of the month).

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};

/// Summer and winter time in Finland, as the European Union has them.
const HELSINKI: &str = "EET-2EEST,M3.5.0/3,M10.5.0/4";
/// From this birthday a person decides whether guardians see what is theirs.
const TEENAGER_FROM: i16 = 12;
/// From this birthday there are no guardians.
const ADULT_FROM: i16 = 18;

/// The day it is in Helsinki.
pub fn today(now: Timestamp) -> Date {
    let zone = TimeZone::posix(HELSINKI).unwrap_or(TimeZone::UTC);
    now.to_zoned(zone).date()
}

/// Whether somebody born on a day is 12 to 17 years old.
pub fn is_teenager(born: Date, today: Date) -> bool {
    has_turned(TEENAGER_FROM, born, today) && is_minor(born, today)
}

/// Whether somebody born on a day is under 18.
pub fn is_minor(born: Date, today: Date) -> bool {
    !has_turned(ADULT_FROM, born, today)
}

/// How many years old somebody is who was born on a day; 0 before they are born.
pub fn years(born: Date, today: Date) -> i16 {
    let turned = today.year().saturating_sub(born.year());
    let years = if has_turned(turned, born, today) { turned } else { turned - 1 };
    years.max(0)
}

fn has_turned(years: i16, born: Date, today: Date) -> bool {
    // Adding years lands on the last day of February when there is no 29th.
    born.checked_add(years.years()).is_ok_and(|birthday| birthday <= today)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn idn_09_a_teenager_is_twelve_to_seventeen_from_birthday_to_birthday() {
        let born = date(2012, 5, 20);
        for (day, teenager, minor) in
            [(date(2024, 5, 19), false, true), (date(2024, 5, 20), true, true), (date(2030, 5, 19), true, true), (date(2030, 5, 20), false, false)]
        {
            assert_eq!((is_teenager(born, day), is_minor(born, day)), (teenager, minor), "{day}");
        }
    }

    #[test]
    fn idn_09_a_birthday_begins_at_midnight_in_helsinki_in_summer_and_in_winter() {
        // Two hours ahead of UTC in winter, three in summer.
        assert_eq!(today(at("2026-01-14T21:59:59Z")), date(2026, 1, 14));
        assert_eq!(today(at("2026-01-14T22:00:00Z")), date(2026, 1, 15));
        assert_eq!(today(at("2026-07-14T20:59:59Z")), date(2026, 7, 14));
        assert_eq!(today(at("2026-07-14T21:00:00Z")), date(2026, 7, 15));
        let born = date(2014, 7, 15);
        assert!(!is_teenager(born, today(at("2026-07-14T20:59:59Z"))));
        assert!(is_teenager(born, today(at("2026-07-14T21:00:00Z"))));
    }

    #[test]
    fn somebody_is_a_year_older_from_their_birthday_on() {
        let born = date(1984, 2, 29);
        for (day, expected) in [(date(2026, 2, 27), 41), (date(2026, 2, 28), 42), (date(2028, 2, 28), 43), (date(2028, 2, 29), 44)] {
            assert_eq!(years(born, day), expected, "{day}");
        }
        assert_eq!((years(born, date(1984, 2, 29)), years(born, date(1983, 1, 1))), (0, 0));
    }

    #[test]
    fn idn_09_who_was_born_on_29_february_turns_older_on_the_last_day_of_february() {
        let born = date(2012, 2, 29);
        assert!(is_teenager(born, date(2024, 2, 29)) && !is_teenager(born, date(2024, 2, 28)), "12 in a leap year");
        assert!(!is_minor(born, date(2030, 2, 28)) && is_minor(born, date(2030, 2, 27)), "18 in a year without a 29th");
    }
}
