//! Quiet hours: from 21:00 until 7:00, as the clocks on the wall in Helsinki have them, neither a text message nor a device
//! wakes anybody.

use chassis_domain::{Timestamp, clocks_reach, in_helsinki};

/// The hour with which they end.
const MORNING: i8 = 7;
/// The hour with which they begin.
const EVENING: i8 = 21;

/// When the quiet hours end in which this is; `None`: it is in none.
pub(super) fn ends(now: Timestamp) -> Option<Timestamp> {
    let local = in_helsinki(now);
    let morning = match local.hour() {
        ..MORNING => local.date(),
        MORNING..EVENING => return None,
        EVENING.. => local.date().tomorrow().ok()?,
    };
    clocks_reach(morning.at(MORNING, 0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of moments in UTC.
    fn ends_at(now: &str) -> Option<String> {
        ends(now.parse().expect("a time")).map(|at| at.to_string())
    }

    #[test]
    fn cms_05_nights_are_quiet_from_nine_to_seven_and_days_are_not() {
        for (now, until) in [
            ("2026-01-15T18:59:59.999Z", None),
            ("2026-01-15T19:00:00Z", Some("2026-01-16T05:00:00Z")),
            ("2026-01-15T22:00:00Z", Some("2026-01-16T05:00:00Z")),
            ("2026-01-16T04:59:59.999Z", Some("2026-01-16T05:00:00Z")),
            ("2026-01-16T05:00:00Z", None),
            ("2026-07-15T17:59:59Z", None),
            ("2026-07-15T18:00:00Z", Some("2026-07-16T04:00:00Z")),
            ("2026-12-31T19:00:00Z", Some("2027-01-01T05:00:00Z")),
        ] {
            assert_eq!(ends_at(now).as_deref(), until, "{now}");
        }
    }

    #[test]
    fn cms_05_a_night_in_which_the_clocks_change_ends_at_seven_on_the_wall_too() {
        for (now, until) in [
            // It is an hour shorter.
            ("2026-03-28T18:59:59Z", None),
            ("2026-03-28T19:00:00Z", Some("2026-03-29T04:00:00Z")),
            ("2026-03-29T00:59:59Z", Some("2026-03-29T04:00:00Z")),
            ("2026-03-29T01:00:00Z", Some("2026-03-29T04:00:00Z")),
            ("2026-03-29T04:00:00Z", None),
            // It is an hour longer: 3:30 comes twice.
            ("2026-10-24T17:59:59Z", None),
            ("2026-10-24T18:00:00Z", Some("2026-10-25T05:00:00Z")),
            ("2026-10-25T00:30:00Z", Some("2026-10-25T05:00:00Z")),
            ("2026-10-25T01:30:00Z", Some("2026-10-25T05:00:00Z")),
            ("2026-10-25T04:59:59Z", Some("2026-10-25T05:00:00Z")),
            ("2026-10-25T05:00:00Z", None),
        ] {
            assert_eq!(ends_at(now).as_deref(), until, "{now}");
        }
    }
}
