//! Until when a task is to be done. Minutes and hours are exact; days, weeks and months last until the end of that day in Helsinki.

use chassis_domain::{SignedDuration, Stretch, Timestamp, in_helsinki};
use kajo_proto::conversations::v1::TaskDueUnit;

use crate::category::{Due, details::AMOUNTS};

/// Nobody can say until when it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDeadline;

/// The first moment at which a task is late that was given at `from`; `None`: it is to be done as soon as possible, and never is.
///
/// # Errors
/// When nobody said until when, it is more than the bounds allow, or beyond the calendar.
pub fn end_of(due: Due, from: Timestamp) -> Result<Option<Timestamp>, NoDeadline> {
    if due.unit == TaskDueUnit::AsSoonAsPossible {
        return Ok(None);
    }
    let amount = i32::try_from(due.amount).ok().filter(|_| AMOUNTS.contains(&due.amount)).ok_or(NoDeadline)?;
    let exact = |each: SignedDuration| Stretch::Exact(each).times(amount, from).ok_or(NoDeadline);
    let until_evening = |stretch: Stretch| {
        let day = in_helsinki(stretch.after(from)?);
        Some(day.tomorrow().ok()?.start_of_day().ok()?.timestamp())
    };
    let ends_at = match due.unit {
        TaskDueUnit::Minutes => exact(SignedDuration::from_mins(1))?,
        TaskDueUnit::Hours => exact(SignedDuration::from_hours(1))?,
        TaskDueUnit::Days => until_evening(Stretch::Days(amount)).ok_or(NoDeadline)?,
        TaskDueUnit::Weeks => until_evening(Stretch::Weeks(amount)).ok_or(NoDeadline)?,
        TaskDueUnit::Months => until_evening(Stretch::Months(amount)).ok_or(NoDeadline)?,
        TaskDueUnit::Unspecified | TaskDueUnit::AsSoonAsPossible => return Err(NoDeadline),
    };
    Ok(Some(ends_at))
}
