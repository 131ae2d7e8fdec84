//! When an item is enabled, as far as its own conditions say: they look at the answers that count of items before it.

use std::cmp::Ordering;

use kajo_proto::survey::v1::{Condition, EnableBehavior, Item, Operator, answer_value::Value};

use crate::{decimal, enabled::Enabled};

/// Whether the conditions of an item are met by what is enabled before it.
pub(crate) fn are_met(item: &Item, before: &Enabled<'_>) -> bool {
    let mut met = item.enable_when.iter().map(|condition| is_met(condition, before.values(&condition.link_id)));
    match item.enable_behavior() {
        EnableBehavior::Any => item.enable_when.is_empty() || met.any(|met| met),
        EnableBehavior::All | EnableBehavior::Unspecified => met.all(|met| met),
    }
}

/// What cannot be compared meets nothing; so "no answer is equal" is true then, as it is where nothing is answered.
fn is_met(condition: &Condition, values: &[Value]) -> bool {
    let wanted = condition.value.as_ref().and_then(|value| value.value.as_ref());
    let equal = || values.iter().any(|value| wanted.is_some_and(|wanted| is_equal(value, wanted)));
    let ordered = |fits: fn(Ordering) -> bool| values.iter().any(|value| wanted.and_then(|wanted| order(value, wanted)).is_some_and(fits));
    match condition.operator() {
        Operator::Unspecified => false,
        Operator::Exists => matches!(wanted, Some(Value::Boolean(answered)) if *answered != values.is_empty()),
        Operator::Equal => equal(),
        Operator::NotEqual => !equal(),
        Operator::Greater => ordered(Ordering::is_gt),
        Operator::GreaterOrEqual => ordered(Ordering::is_ge),
        Operator::Less => ordered(Ordering::is_lt),
        Operator::LessOrEqual => ordered(Ordering::is_le),
    }
}

/// An option never equals what somebody writes instead of one.
fn is_equal(value: &Value, wanted: &Value) -> bool {
    match (value, wanted) {
        (Value::Boolean(value), Value::Boolean(wanted)) => value == wanted,
        (Value::Code(value), Value::Code(wanted)) => value == wanted,
        (Value::Text(value) | Value::Other(value), Value::Text(wanted) | Value::Other(wanted)) => value.as_str() == wanted.trim(),
        _ => order(value, wanted).is_some_and(Ordering::is_eq),
    }
}

/// Of numbers, days and times, each among themselves.
fn order(value: &Value, wanted: &Value) -> Option<Ordering> {
    match (value, wanted) {
        (Value::Date(value), Value::Date(wanted)) | (Value::Time(value), Value::Time(wanted)) => Some(value.cmp(wanted)),
        _ => Some(decimal::of_number(value)?.cmp(&decimal::of_number(wanted)?)),
    }
}

#[cfg(test)]
mod tests {
    use kajo_proto::survey::v1::AnswerValue;

    use super::*;

    fn met(operator: Operator, wanted: Option<Value>, values: &[Value]) -> bool {
        let condition = Condition { link_id: "a".to_owned(), operator: operator.into(), value: Some(AnswerValue { value: wanted }) };
        is_met(&condition, values)
    }

    fn code(code: &str) -> Value {
        Value::Code(code.to_owned())
    }

    /// Which operators a comparison meets.
    fn all_met(values: &[Value], wanted: &Value) -> Vec<&'static str> {
        let operators = [
            (Operator::Equal, "="),
            (Operator::NotEqual, "!="),
            (Operator::Greater, ">"),
            (Operator::GreaterOrEqual, ">="),
            (Operator::Less, "<"),
            (Operator::LessOrEqual, "<="),
        ];
        operators.into_iter().filter(|(operator, _)| met(*operator, Some(wanted.clone()), values)).map(|(_, name)| name).collect()
    }

    #[test]
    fn sur_01_values_are_compared_within_their_kind() {
        let text = |text: &str| Value::Text(text.to_owned());
        let date = |date: &str| Value::Date(date.to_owned());
        let rows: [(&[Value], Value, &[&str]); 14] = [
            (&[], Value::Integer(1), &["!="]),
            (&[Value::Integer(2)], Value::Integer(2), &["=", ">=", "<="]),
            (&[Value::Integer(2)], Value::Decimal(1_999_999), &["!=", ">", ">="]),
            (&[Value::Decimal(-500_000)], Value::Integer(0), &["!=", "<", "<="]),
            (&[Value::Integer(i64::MAX)], Value::Decimal(i64::MAX), &["!=", ">", ">="]),
            (&[Value::Integer(1), Value::Integer(3)], Value::Integer(2), &["!=", ">", ">=", "<", "<="]),
            (&[date("2026-03-28")], date("2026-12-01"), &["!=", "<", "<="]),
            (&[Value::Time("08:30".to_owned())], Value::Time("08:30".to_owned()), &["=", ">=", "<="]),
            (&[Value::Time("08:30".to_owned())], date("2026-03-28"), &["!="]),
            (&[Value::Boolean(true)], Value::Boolean(true), &["="]),
            (&[text("ä b")], text(" ä b "), &["="]),
            (&[text("2")], Value::Integer(2), &["!="]),
            (&[code("a"), code("b")], code("b"), &["="]),
            (&[Value::Other("b".to_owned())], code("b"), &["!="]),
        ];
        for (values, wanted, expected) in rows {
            assert_eq!(all_met(values, &wanted), expected, "{values:?} and {wanted:?}");
        }
    }

    #[test]
    fn sur_01_exists_is_compared_with_whether_something_is_answered() {
        for (answered, wanted, expected) in [(true, true, true), (true, false, false), (false, true, false), (false, false, true)] {
            let values = if answered { vec![code("a")] } else { vec![] };
            assert_eq!(met(Operator::Exists, Some(Value::Boolean(wanted)), &values), expected, "{answered} {wanted}");
        }
        assert!(!met(Operator::Exists, None, &[]) && !met(Operator::Exists, Some(code("a")), &[code("a")]));
    }

    #[test]
    fn sur_01_without_operator_or_value_nothing_is_met_but_not_equal() {
        assert!(!met(Operator::Unspecified, Some(code("a")), &[code("a")]));
        assert!(!met(Operator::Equal, None, &[code("a")]) && !met(Operator::LessOrEqual, None, &[Value::Integer(1)]));
        assert!(met(Operator::NotEqual, None, &[code("a")]));
    }
}
