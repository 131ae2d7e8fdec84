//! Whether an appointment can be moved or cancelled now, and until when.

use chassis_domain::Timestamp;

use super::{Phase, Standing, value::By};

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// It is cancelled.
    Cancelled,
    /// It has begun, or is done.
    Over,
    /// Residents do not do it by themselves; what another system keeps, nobody does here.
    NotHere,
    /// They could until then.
    TooLate {
        /// The last moment.
        until: Timestamp,
    },
}

/// What stands in the way of changing it; `allowed` is what its search said when it was booked. Professionals change whatever is kept here and has
/// not begun.
pub fn bar(phase: Phase, by: &By, allowed: bool, standing: &Standing, now: Timestamp) -> Option<Bar> {
    let time = &standing.time;
    match phase {
        Phase::Cancelled => return Some(Bar::Cancelled),
        Phase::NotBooked | Phase::Done => return Some(Bar::Over),
        Phase::Booked if time.starts_at < now => return Some(Bar::Over),
        Phase::Booked => {}
    }
    if standing.outside.is_some() {
        return Some(Bar::NotHere);
    }
    if matches!(by, By::Practitioner { .. }) {
        return None;
    }
    let until = time.terms.until(time.starts_at);
    match allowed {
        false => Some(Bar::NotHere),
        true if now > until => Some(Bar::TooLate { until }),
        true => None,
    }
}
