//! The days on which a survey can be answered, as they were asked for.

use chassis_domain::Date;

use super::Refusal;
use crate::civil_days;

/// Where the first and the last day stand in a request.
const FROM: &str = "from_date";
const ANSWER_BY: &str = "answer_by_date";

/// The first day, which is today when none is named, and the last one, when there is one. Neither lies before today.
pub(super) fn asked(from_date: &str, answer_by_date: &str, today: Date) -> Result<(Date, Option<Date>), Refusal> {
    let from = named(from_date, FROM)?.unwrap_or(today);
    let answer_by = named(answer_by_date, ANSWER_BY)?;
    if from < today {
        return Err(Refusal::DatePast(FROM));
    }
    if answer_by.is_some_and(|last| last < today) {
        return Err(Refusal::DatePast(ANSWER_BY));
    }
    if answer_by.is_some_and(|last| last < from) {
        return Err(Refusal::DatesInOrder(ANSWER_BY));
    }
    Ok((from, answer_by))
}

fn named(text: &str, field: &'static str) -> Result<Option<Date>, Refusal> {
    if text.is_empty() { Ok(None) } else { civil_days::parse(text).map(Some).ok_or(Refusal::NoSuchDay(field)) }
}
