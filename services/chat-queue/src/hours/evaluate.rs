//! Whether hours are open at a moment, and when that changes: reckoned day by day from the moment on, as far as it takes.

use chassis_domain::{SignedDuration, Timestamp, in_helsinki};

use super::OpeningHours;

/// How far is looked.
const HORIZON: SignedDuration = SignedDuration::from_hours(400 * 24);
/// The day before, whose hours may reach over, and as many as the horizon can touch.
const DAYS: i32 = 403;

/// How hours stand at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Whether they are open.
    pub is_open: bool,
    /// When they shut or, shut, open. `None`: not within 400 days.
    pub changes_at: Option<Timestamp>,
}

/// How hours stand at a moment. What opens in the moment in which something else shuts goes on with it.
pub fn evaluate(hours: &OpeningHours, now: Timestamp) -> Evaluation {
    let horizon = now.checked_add(HORIZON).unwrap_or(Timestamp::MAX);
    let today = in_helsinki(now).date();
    let mut open_until: Option<Timestamp> = None;
    for day in hours.days(today.yesterday().unwrap_or(today), DAYS) {
        for [opens, shuts] in day.windows.iter().filter_map(|window| window.instants(day.date)) {
            if shuts <= now || shuts <= opens {
                continue;
            }
            // Windows come in the order in which they open: nothing that comes later opens earlier.
            match open_until {
                None if opens > now => return Evaluation { is_open: false, changes_at: Some(opens).filter(|at| *at <= horizon) },
                None => open_until = Some(shuts),
                Some(until) if opens > until => return Evaluation { is_open: true, changes_at: open_until.filter(|at| *at <= horizon) },
                Some(until) => open_until = Some(until.max(shuts)),
            }
        }
        // The next day begins later than it shuts.
        if open_until.is_some_and(|until| in_helsinki(until).date() <= day.date) {
            break;
        }
    }
    Evaluation { is_open: open_until.is_some(), changes_at: open_until.filter(|at| *at <= horizon) }
}
