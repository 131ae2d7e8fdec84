//! How large and how exact a number may be.

use kajo_proto::survey::v1::answer_value::Value;

use super::Answered;
use crate::{decimal, problem::Problem};

/// The platform takes nothing beyond, on both sides of zero: thousands of millions, of integers and of decimals in millionths.
const MOST: u64 = 1_000_000_000;
const MOST_MILLIONTHS: u64 = 1_000_000_000_000_000;

pub(super) fn below_min(answered: &Answered<'_>) -> Option<Problem> {
    bound(answered, "below_min", "min", answered.item.min, |number, min| number < min)
}

pub(super) fn above_max(answered: &Answered<'_>) -> Option<Problem> {
    bound(answered, "above_max", "max", answered.item.max, |number, max| number > max)
}

pub(super) fn too_many_decimals(answered: &Answered<'_>) -> Option<Problem> {
    let decimals = answered.item.decimals;
    let is_finer = |value: &Value| matches!(value, Value::Decimal(millionths) if i128::from(*millionths) % decimal::step(decimals) != 0);
    Problem::when(answered.values().iter().any(is_finer), "too_many_decimals").map(|problem| problem.with("decimals", decimals))
}

pub(super) fn out_of_range(answered: &Answered<'_>) -> Option<Problem> {
    Problem::when(answered.values().iter().any(is_out_of_range), "out_of_range")
}

/// What is out of range is told as that, and not as beyond a bound.
fn bound(answered: &Answered<'_>, code: &'static str, param: &str, bound: Option<i64>, is_beyond: fn(i64, i64) -> bool) -> Option<Problem> {
    let bound = bound?;
    let mut values = answered.values().iter().filter(|value| !is_out_of_range(value));
    let text = values.find_map(|value| match value {
        Value::Integer(integer) => is_beyond(*integer, bound).then(|| bound.to_string()),
        Value::Decimal(millionths) => is_beyond(*millionths, bound).then(|| decimal::text(bound)),
        _ => None,
    })?;
    Some(Problem::new(code).with(param, text))
}

fn is_out_of_range(value: &Value) -> bool {
    match value {
        Value::Integer(integer) => integer.unsigned_abs() > MOST,
        Value::Decimal(millionths) => millionths.unsigned_abs() > MOST_MILLIONTHS,
        _ => false,
    }
}
