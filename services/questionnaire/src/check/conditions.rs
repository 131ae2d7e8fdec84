//! Conditions name what stands before, and compare it with what can be answered there: so there are no cycles and no jumps.

use kajo_proto::survey::v1::{Condition, EnableBehavior, Item, ItemType, Operator, answer_value::Value};

use super::Looked;
use crate::{kept, problem::Problem};

pub(super) fn condition_ahead(looked: &Looked<'_>) -> Option<Problem> {
    let mut conditions = looked.item.enable_when.iter();
    Problem::when(conditions.any(|condition| looked.named(&condition.link_id).is_none()), "condition_ahead")
}

pub(super) fn condition_value(looked: &Looked<'_>) -> Option<Problem> {
    let mut conditions = looked.item.enable_when.iter();
    Problem::when(!conditions.all(|condition| compares(condition, looked.named(&condition.link_id))), "condition_value")
}

pub(super) fn behavior_missing(looked: &Looked<'_>) -> Option<Problem> {
    let item = looked.item;
    Problem::when(item.enable_when.len() > 1 && item.enable_behavior() == EnableBehavior::Unspecified, "behavior_missing")
}

/// Whether there is something to compare with, in a way that is open to it. Of what is named and not there, nothing is known: that is told already.
fn compares(condition: &Condition, named: Option<&Item>) -> bool {
    let Some(value) = condition.value.as_ref().and_then(|value| value.value.as_ref()) else { return false };
    let can_be_answered = || named.is_none_or(|named| can_be_answered(named, value));
    match condition.operator() {
        Operator::Unspecified => false,
        Operator::Exists => matches!(value, Value::Boolean(_)),
        Operator::Equal | Operator::NotEqual => can_be_answered(),
        Operator::Greater | Operator::GreaterOrEqual | Operator::Less | Operator::LessOrEqual => has_order(value) && can_be_answered(),
    }
}

fn has_order(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Decimal(_) | Value::Date(_) | Value::Time(_))
}

/// A score is compared by its value, a choice by an option that it has.
fn can_be_answered(item: &Item, value: &Value) -> bool {
    let kind = item.r#type();
    match value {
        Value::Decimal(_) if kind == ItemType::Score => true,
        Value::Code(code) => kept::is_choice(kind) && item.options.iter().any(|option| option.code == *code),
        value => kept::takes(kind, value),
    }
}
