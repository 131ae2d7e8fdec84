//! What may be chosen, and how much of it.

use kajo_proto::survey::v1::answer_value::Value;

use super::Answered;
use crate::{kept::is_choice, problem::Problem};

pub(super) fn unknown_option(answered: &Answered<'_>) -> Option<Problem> {
    let is_known = |code: &str| answered.item.options.iter().any(|option| option.code == code);
    Problem::when(codes(answered).any(|code| !is_known(code)), "unknown_option")
}

pub(super) fn too_few(answered: &Answered<'_>) -> Option<Problem> {
    let (chosen, min) = (chosen(answered)?, answered.item.min_choices);
    Problem::when(chosen < min, "too_few").map(|problem| problem.with("min", min))
}

pub(super) fn too_many(answered: &Answered<'_>) -> Option<Problem> {
    let (chosen, max) = (chosen(answered)?, answered.item.max_choices);
    Problem::when(max > 0 && chosen > max, "too_many").map(|problem| problem.with("max", max))
}

pub(super) fn exclusive(answered: &Answered<'_>) -> Option<Problem> {
    Problem::when(answered.values().len() > 1 && has_exclusive(answered), "exclusive")
}

/// How many are chosen where that is limited: where several may be, and whoever chooses "none of these" has not chosen too few.
fn chosen(answered: &Answered<'_>) -> Option<u32> {
    let item = answered.item;
    let is_limited = is_choice(item.r#type()) && item.repeats && !answered.values().is_empty() && !has_exclusive(answered);
    is_limited.then(|| u32::try_from(answered.values().len()).unwrap_or(u32::MAX))
}

fn has_exclusive(answered: &Answered<'_>) -> bool {
    let mut exclusive = answered.item.options.iter().filter(|option| option.exclusive);
    exclusive.any(|option| codes(answered).any(|code| code == option.code))
}

fn codes<'a>(answered: &'a Answered<'_>) -> impl Iterator<Item = &'a str> {
    answered.values().iter().filter_map(|value| if let Value::Code(code) = value { Some(code.as_str()) } else { None })
}
