//! Which answers count: to each item the first one, and of its values those that the item's type takes and that say something.

use std::collections::{HashMap, HashSet};

use kajo_proto::survey::v1::{AnswerValue, Answers, ItemType, answer_value::Value};

/// Of each item what was answered, as it came.
pub(crate) fn given(answers: &Answers) -> HashMap<&str, &[AnswerValue]> {
    let mut given = HashMap::with_capacity(answers.answers.len());
    for answer in &answers.answers {
        given.entry(answer.link_id.as_str()).or_insert(answer.values.as_slice());
    }
    given
}

/// Whether answers to items of this type have such values.
pub(crate) fn takes(kind: ItemType, value: &Value) -> bool {
    match value {
        Value::Boolean(_) => kind == ItemType::Boolean,
        Value::Text(_) => matches!(kind, ItemType::String | ItemType::Text),
        Value::Integer(_) => kind == ItemType::Integer,
        Value::Decimal(_) => kind == ItemType::Decimal,
        Value::Date(_) => kind == ItemType::Date,
        Value::Time(_) => kind == ItemType::Time,
        Value::Code(_) => is_choice(kind),
        Value::Other(_) => kind == ItemType::OpenChoice,
    }
}

/// Whether it has options.
pub(crate) fn is_choice(kind: ItemType) -> bool {
    matches!(kind, ItemType::Choice | ItemType::OpenChoice)
}

/// What counts of an answer.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) values: Vec<Value>,
    /// There were values that the type does not take.
    pub(crate) wrong_kind: bool,
}

impl Kept {
    pub(crate) fn of(kind: ItemType, given: &[AnswerValue]) -> Self {
        let (mut kept, mut codes) = (Self::default(), HashSet::new());
        for given in given.iter().filter_map(|given| given.value.as_ref()) {
            let Some(value) = trimmed(given) else { continue };
            if !takes(kind, &value) {
                kept.wrong_kind = true;
                continue;
            }
            let is_there = matches!(given, Value::Code(code) if !codes.insert(code.as_str()));
            if !is_there {
                kept.values.push(value);
            }
        }
        kept
    }
}

/// Texts without blanks around; `None` when nothing is left.
fn trimmed(value: &Value) -> Option<Value> {
    let written = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned);
    match value {
        Value::Text(text) => written(text).map(Value::Text),
        Value::Other(text) => written(text).map(Value::Other),
        Value::Boolean(_) | Value::Integer(_) | Value::Decimal(_) | Value::Date(_) | Value::Time(_) | Value::Code(_) => Some(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(kind: ItemType, values: &[Option<Value>]) -> (Vec<Value>, bool) {
        let given: Vec<_> = values.iter().map(|value| AnswerValue { value: value.clone() }).collect();
        let kept = Kept::of(kind, &given);
        (kept.values, kept.wrong_kind)
    }

    #[test]
    fn sur_01_what_says_nothing_is_dropped_and_what_the_type_does_not_take_is_said() {
        let (blank, text) = (Value::Text(" \u{a0}\n".to_owned()), Value::Text(" a b ".to_owned()));
        assert_eq!(kept(ItemType::String, &[None, Some(blank.clone()), Some(text.clone())]), (vec![Value::Text("a b".to_owned())], false));
        assert_eq!(kept(ItemType::Boolean, &[Some(blank)]), (vec![], false), "nothing is of no kind");
        assert_eq!(kept(ItemType::Boolean, &[Some(text), Some(Value::Boolean(false))]), (vec![Value::Boolean(false)], true));
        assert_eq!(kept(ItemType::Choice, &[Some(Value::Other("own".to_owned()))]), (vec![], true));
    }

    #[test]
    fn sur_01_an_option_is_chosen_once() {
        let code = |code: &str| Some(Value::Code(code.to_owned()));
        let (values, _) = kept(ItemType::OpenChoice, &[code("b"), code("a"), code("b"), Some(Value::Other("b".to_owned()))]);
        assert_eq!(values, [Value::Code("b".to_owned()), Value::Code("a".to_owned()), Value::Other("b".to_owned())]);
    }

    #[test]
    fn sur_01_the_first_answer_to_an_item_counts_also_when_it_says_nothing() {
        let answer = |values| kajo_proto::survey::v1::Answer { link_id: "a".to_owned(), values };
        let answers = Answers { answers: vec![answer(vec![]), answer(vec![AnswerValue { value: Some(Value::Integer(1)) }])] };
        assert_eq!(given(&answers).get("a").map(|values| values.len()), Some(0));
    }
}
